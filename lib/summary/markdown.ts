import type { Finding, Place, Severity } from '../domain/finding.ts'
import { printable } from '../domain/printable.ts'
import { sortFindings } from '../domain/sort-findings.ts'
import type { AllocationRow } from '../pipeline/report.ts'
import { bar, type Fill, fills } from './fill.ts'
import { bytesOf, fit } from './fit.ts'
import type { FileDiff } from './manifest-diff.ts'
import { codeSpan, escapeMarkdown, fenced } from './markdown-escape.ts'
import { plural, type Summary } from './summary.ts'
import { titleOf } from './title.ts'

/** GitHub takes 65,535 bytes of a check's summary (its validator counts characters, its model bytes). */
export const MAX_MARKDOWN_BYTES = 65_000
/** What the findings and the two tables may take at most; the diff gets what is left. */
const SHARES = { findings: 28_000, allocations: 12_000, capacity: 12_000 } as const

/** Bytes of one finding with all that explains it; of a longer one only the first line is shown. */
const MAX_ITEM = 6_000

/** Lines of a hint that are shown; the text for terminals has more room. */
const MAX_HINT_LINES = 40

const marks: Readonly<Record<Severity, string>> = {
  error: '❌ error',
  warning: '⚠️ warning',
  info: 'ℹ️ info',
}

/**
 * What the check says, for a pull request: title, findings, allocations, capacity and the folded
 * diff of the manifests. Below GitHub's limit in bytes; what is left out is counted.
 */
export function toMarkdown(summary: Summary): string {
  const { report, capacityBefore, sources } = summary
  const top = [
    `### ${escapeMarkdown(titleOf(summary))}`,
    findingsPart(report.findings),
    allocationsPart(report.allocations),
    capacityPart(fills(report.capacity, capacityBefore)),
  ]
  const last = `<sub>${escapeMarkdown(sources.join(' · '))}</sub>`
  const room = MAX_MARKDOWN_BYTES - bytesOf([...top, last].join('\n\n'))
  const parts = [...top, diffPart(summary.diffs, room), last]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function findingsPart(findings: readonly Finding[]): string {
  const rank: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 }
  // The gravest first, so that a cut takes the least; the order is kept within a severity.
  const sorted = sortFindings(findings).toSorted((a, b) => rank[a.severity] - rank[b.severity])
  return fit(
    sorted,
    findingItem,
    SHARES.findings,
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

function allocationsPart(rows: readonly AllocationRow[]): string {
  if (rows.length === 0) return ''
  const head = '| environment | claim | gets | from | |\n| --- | --- | --- | --- | --- |'
  const line = (row: AllocationRow) => {
    const preview = row.origin === 'new' || row.origin === 'implicit' ? ', a preview' : ''
    const cells = [row.environment, row.claim, row.address ?? row.block ?? '', row.pool]
    return `| ${cells.map((cell) => codeSpan(cell)).join(' | ')} | ${row.origin}${preview} |`
  }
  return `${head}\n${fit(rows, line, SHARES.allocations, (left) => moreRow(left, 5))}`
}

function capacityPart(rows: readonly Fill[]): string {
  if (rows.length === 0) return ''
  const head =
    '| pool | | full | used | free | size | tombstoned | limit |\n| --- | --- | --- | ---: | ---: | ---: | ---: | ---: |'
  const line = (fill: Fill) => {
    const { row, usedBefore, percent } = fill
    const full = percent === undefined ? '' : `\`${bar(fill)}\` ${percent} %`
    const used = usedBefore === undefined || usedBefore === row.used ? '' : `${usedBefore} → `
    const counts = [`${used}${row.used ?? '?'}`, row.free, row.size, row.tombstoned, row.limit]
    return `| ${codeSpan(row.pool)} | ${row.family} | ${full} | ${counts.map((one) => one ?? '').join(' | ')} |`
  }
  return `${head}\n${fit(rows, line, SHARES.capacity, (left) => moreRow(left, 8))}`
}

function moreRow(left: number, columns: number): string {
  return `| … and ${left} more ${'|'.repeat(columns)}`
}

function diffPart(diffs: readonly FileDiff[], room: number): string {
  if (diffs.length === 0) return ''
  const open = `<details><summary>${plural(diffs.length, 'manifest')} of the state branch</summary>\n\n`
  const close = '\n\n</details>'
  const frame = bytesOf(open + close) + 4
  return `${open}${fit(diffs, diffItem, room - frame, (left) => `… and ${plural(left, 'more manifest')}`)}${close}`
}

function diffItem({ action, path, lines }: FileDiff): string {
  return `${action} ${codeSpan(path)}\n${fenced(
    lines().map((line) => printable(line, 1_000)),
    'diff',
  )}\n`
}
