import type { Finding, Place } from '../../lib/domain/finding.ts'
import { printable } from '../../lib/domain/printable.ts'
import type { Annotation } from '../../lib/ports/forge.ts'
import { concernsUs } from './change.ts'
import { MAX_ANNOTATIONS } from './limits.ts'

const MAX_MESSAGE = 2_000
/** Lines of a hint: an acknowledgement to paste is whole in the summary. */
const MAX_HINT_LINES = 20

const levels = { error: 'failure', warning: 'warning', info: 'notice' } as const
const rank = { failure: 0, warning: 1, notice: 2 } as const

/**
 * Findings at their lines, the gravest first. The other place of a conflict gets one too where its file is in the pull
 * request: nobody looks for it elsewhere. All of it is plain text, whatever stands in the files.
 */
export function annotationsOf(
  findings: readonly Finding[],
  changed: ReadonlySet<string>,
): readonly Annotation[] {
  const all = findings.flatMap((finding) => {
    const own =
      finding.at === undefined ? [] : [annotation(finding, finding.at, messageOf(finding))]
    const others = (finding.related ?? [])
      .filter(({ at }) => changed.has(at.file) && !isSame(at, finding.at))
      .map((other) => annotation(finding, other.at, otherMessage(finding, other.message)))
    return [...own, ...others]
  })
  // What the state branch holds is no file of the pull request.
  return all
    .filter(({ path }) => concernsUs(path))
    .toSorted((a, b) => rank[a.level] - rank[b.level])
    .slice(0, MAX_ANNOTATIONS)
}

function annotation(
  { severity, rule, object }: Finding,
  { file, line, column }: Place,
  message: string,
): Annotation {
  const title = object === undefined ? rule : `${rule}: ${object}`
  return { path: file, line, column, level: levels[severity], title: printable(title), message }
}

function messageOf({ message, hint, related = [] }: Finding): string {
  const lines = [printable(message, MAX_MESSAGE)]
  for (const { at, message: other } of related.slice(0, 5))
    lines.push(`${printable(at.file)}:${at.line}: ${printable(other, MAX_MESSAGE)}`)
  if (hint !== undefined) {
    const [first = '', ...rest] = hint.split('\n')
    lines.push(`hint: ${printable(first, MAX_MESSAGE)}`)
    lines.push(...rest.slice(0, MAX_HINT_LINES).map((line) => printable(line)))
    if (rest.length > MAX_HINT_LINES) lines.push(`… (${rest.length} lines; all in the summary)`)
  }
  return lines.join('\n')
}

function otherMessage({ at, message }: Finding, other: string): string {
  const where = at === undefined ? '' : `${printable(at.file)}:${at.line}: `
  return `${printable(other, MAX_MESSAGE)}\n${where}${printable(message, MAX_MESSAGE)}`
}

function isSame(one: Place, other: Place | undefined): boolean {
  return other !== undefined && one.file === other.file && one.line === other.line
}
