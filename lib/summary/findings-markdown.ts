import type { Finding, Place, Severity } from '../domain/finding.ts'
import { printable } from '../domain/printable.ts'
import { sortFindings } from '../domain/sort-findings.ts'
import { bytesOf, fit } from './fit.ts'
import { codeSpan, escapeMarkdown, fenced } from './markdown-escape.ts'
import { plural } from './summary.ts'

/** Bytes of one finding with all that explains it; of a longer one only the first line is shown. */
const MAX_ITEM = 6_000

/** Lines of a hint that are shown; the text for terminals has more room. */
const MAX_HINT_LINES = 40

const marks: Readonly<Record<Severity, string>> = {
  error: '❌ error',
  warning: '⚠️ warning',
  info: 'ℹ️ info',
}

/** Findings as a list, the gravest first, within `limit` bytes; what is left out is counted. */
export function findingsMarkdown(findings: readonly Finding[], limit: number): string {
  const rank: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 }
  // The gravest first, so that a cut takes the least; the order is kept within a severity.
  const sorted = sortFindings(findings).toSorted((a, b) => rank[a.severity] - rank[b.severity])
  return fit(
    sorted,
    findingItem,
    limit,
    (left) => `- … and ${plural(left, 'more finding')}; \`netclaim check\` shows all`,
  )
}

/** One finding must not crowd the others out, whatever stands in it. */
function findingItem(finding: Finding): string {
  const item = wholeItem(finding)
  return bytesOf(item) <= MAX_ITEM ? item : headLine(finding, 100)
}

function headLine({ at, rule, severity, message }: Finding, limit?: number): string {
  const place = at === undefined ? '' : `${placeSpan(at, limit)} `
  return `- **${marks[severity]}** ${place}${escapeMarkdown(message, limit)} (${codeSpan(rule)})`
}

function wholeItem(finding: Finding): string {
  const { hint, object, field, related = [] } = finding
  const lines = [headLine(finding)]
  const where = [object, field].filter((part) => part !== undefined)
  if (where.length > 0) lines.push(`  - in ${where.map((part) => codeSpan(part)).join(', ')}`)
  for (const other of related.slice(0, 10))
    lines.push(`  - ${placeSpan(other.at)} ${escapeMarkdown(other.message)}`)
  if (hint !== undefined) lines.push(hintItem(hint))
  return lines.join('\n')
}

/** A hint may go on with a whole file to add: its lines stay lines, to be copied from a block. */
function hintItem(hint: string): string {
  const [first = '', ...rest] = hint.split('\n')
  const item = `  - hint: ${escapeMarkdown(first)}`
  if (rest.length === 0) return item
  const shown = rest.slice(0, MAX_HINT_LINES).map((line) => printable(line))
  if (rest.length > MAX_HINT_LINES) shown.push(`… (${rest.length} lines)`)
  return `${item}\n${fenced(shown, 'yaml').replace(/^/gm, '    ')}`
}

function placeSpan({ file, line, column }: Place, limit?: number): string {
  return codeSpan(`${printable(file, limit)}:${line}:${column}`)
}
