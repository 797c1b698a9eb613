import type { Finding } from '../../domain/finding.ts'
import { isError, type Spot } from './report.ts'
import { isTemplate, templateHint } from './template.ts'
import { yamlRules } from './yaml-rules.ts'

const MARKER = /^(?:<{7}|\|{7}|={7}|>{7})(?=[ \n]|$)/m

/** What comes of a line that is no YAML, as one written by Git. */
const consequences: ReadonlySet<unknown> = new Set([
  yamlRules.syntax,
  yamlRules.duplicateKey,
  yamlRules.keyType,
  yamlRules.notAMap,
  yamlRules.mergeKey,
])

/** Of a file that cannot be read for conflict markers of Git, these are said instead of all that comes of them. */
export function withConflict(spots: readonly Spot[], text: string): readonly Spot[] {
  if (!spots.some((spot) => isError(spot) && consequences.has(spot.rule))) return spots
  const [marker] = MARKER.exec(text) ?? []
  if (marker === undefined) return spots
  const conflict = {
    offset: text.search(MARKER),
    rule: yamlRules.conflictMarker,
    message: `the line begins with "${marker}", a conflict marker of Git`,
    more: {
      value: marker,
      hint: 'keep what holds of the two sides, and take the lines with <<<<<<<, ======= and >>>>>>> away',
    },
  }
  return [conflict, ...spots.filter(({ rule }) => !consequences.has(rule))]
}

/** Says of a fault in a line with a template that nobody fills it in. */
export function withTemplates(findings: readonly Finding[], text: string): readonly Finding[] {
  if (findings.length === 0 || !isTemplate(text)) return findings
  const lines = text.split('\n')
  const known = new Map<number, boolean>()
  return findings.map((finding) => {
    const line = finding.at?.line ?? 0
    const isTemplated = known.get(line) ?? isTemplate(lines[line - 1])
    known.set(line, isTemplated)
    return isTemplated && finding.severity === 'error'
      ? { ...finding, hint: templateHint }
      : finding
  })
}
