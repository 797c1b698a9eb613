import type { AllocationRow } from '../pipeline/report.ts'
import { bar, type Fill, fills } from './fill.ts'
import { findingsMarkdown } from './findings-markdown.ts'
import { bytesOf, fit } from './fit.ts'
import { manifestsMarkdown } from './manifests-markdown.ts'
import { codeSpan, escapeMarkdown } from './markdown-escape.ts'
import type { Summary } from './summary.ts'
import { titleOf } from './title.ts'

/** GitHub takes 65,535 bytes of a check's summary (its validator counts characters, its model bytes). */
export const MAX_MARKDOWN_BYTES = 65_000
/** What the findings and the two tables may take at most; the diff gets what is left. */
const SHARES = { findings: 28_000, allocations: 12_000, capacity: 12_000 } as const

/**
 * What the check says, for a pull request: title, findings, allocations, capacity and the folded
 * diff of the manifests. Below GitHub's limit in bytes; what is left out is counted.
 */
export function toMarkdown(summary: Summary): string {
  const { report, capacityBefore, sources } = summary
  const top = [
    `### ${escapeMarkdown(titleOf(summary))}`,
    findingsMarkdown(report.findings, SHARES.findings),
    allocationsPart(report.allocations),
    capacityPart(fills(report.capacity, capacityBefore)),
  ]
  const last = `<sub>${escapeMarkdown(sources.join(' · '))}</sub>`
  const room = MAX_MARKDOWN_BYTES - bytesOf([...top, last].join('\n\n'))
  const parts = [...top, manifestsMarkdown(summary.diffs, room), last]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function allocationsPart(rows: readonly AllocationRow[]): string {
  if (rows.length === 0) return ''
  const head = '| environment | claim | gets | from | |\n| --- | --- | --- | --- | --- |'
  const line = (row: AllocationRow) => {
    const preview = isPreview(row) ? ', a preview' : ''
    const cells = [row.environment, row.claim, row.address ?? row.block ?? '', row.pool]
    return `| ${cells.map((cell) => codeSpan(cell)).join(' | ')} | ${row.origin}${preview} |`
  }
  const table = `${head}\n${fit(rows, line, SHARES.allocations, (left) => moreRow(left, 5))}`
  return rows.some(isPreview) ? `${table}\n\n${PREVIEW}` : table
}

/** Only what is pinned or held already is certain before the merge. */
function isPreview({ origin }: AllocationRow): boolean {
  return origin === 'new' || origin === 'implicit'
}

const PREVIEW =
  'A preview is the lowest address that is free now; who is merged first gets it. An address that is pinned is certain.'

function capacityPart(rows: readonly Fill[]): string {
  if (rows.length === 0) return ''
  // Only who sets something aside reads about it.
  const more = (['resting', 'reserved'] as const).filter((key) => rows.some(({ row }) => row[key]))
  const counted = ['used', 'free', 'size', 'tombstoned', ...more, 'limit']
  const rule = counted.map(() => '---:').join(' | ')
  const head = `| pool | | full | ${counted.join(' | ')} |\n| --- | --- | --- | ${rule} |`
  const line = (fill: Fill) => {
    const { row, usedBefore, percent } = fill
    const full = percent === undefined ? '' : `\`${bar(fill)}\` ${percent} %`
    const used = usedBefore === undefined || usedBefore === row.used ? '' : `${usedBefore} → `
    const { free, size, tombstoned, limit } = row
    const beside = more.map((key) => row[key])
    const counts = [`${used}${row.used ?? '?'}`, free, size, tombstoned, ...beside, limit]
    return `| ${codeSpan(row.pool)} | ${row.family} | ${full} | ${counts.map((one) => one ?? '').join(' | ')} |`
  }
  return `${head}\n${fit(rows, line, SHARES.capacity, (left) => moreRow(left, 3 + counted.length))}`
}

function moreRow(left: number, columns: number): string {
  return `| … and ${left} more ${'|'.repeat(columns)}`
}
