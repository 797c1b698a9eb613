import { printable } from '../domain/printable.ts'
import type { AllocationRow } from '../pipeline/report.ts'
import { bar, type Fill, fills } from './fill.ts'
import { plain, type Style, type Tone } from './style.ts'
import type { Summary } from './summary.ts'
import { type Cell, table } from './table.ts'

/** What each claim gets, a line each. */
export function allocationsText(rows: readonly AllocationRow[], style: Style = plain): string {
  if (rows.length === 0) return ''
  const cells = rows.map((row): readonly Cell[] => [
    printable(row.environment),
    printable(row.claim),
    ['bold', printable(row.address ?? row.block ?? '-')],
    printable(row.pool),
    ['dim', originText(row.origin)],
  ])
  const lines = table(cells, { style })
  return section('Allocations', lines, style)
}

function originText(origin: AllocationRow['origin']): string {
  return origin === 'new' || origin === 'implicit' ? `${origin}, a preview until merged` : origin
}

/** How full each pool is, a line each with a bar. */
export function capacityText(summary: Summary, style: Style = plain): string {
  const rows = fills(summary.report.capacity, summary.capacityBefore)
  if (rows.length === 0) return ''
  const cells = rows.map((fill): readonly Cell[] => [
    printable(fill.row.pool),
    ['dim', fill.row.family],
    [toneOf(fill), fill.row.used === undefined ? '' : bar(fill)],
    fill.percent === undefined ? '' : `${fill.percent} %`,
    ...countsOf(fill),
  ])
  return section('Capacity', table(cells, { style, right: [3, 4, 5] }), style)
}

function countsOf({ row, usedBefore }: Fill): readonly string[] {
  const change = usedBefore !== undefined && usedBefore !== row.used ? `${usedBefore} -> ` : ''
  const used = row.used === undefined ? 'used unknown' : `${change}${row.used} used`
  const size = [
    `of ${row.size}`,
    row.tombstoned === undefined || row.tombstoned === '0' ? '' : `${row.tombstoned} tombstoned`,
    row.resting === undefined ? '' : `${row.resting} resting`,
    row.reserved === undefined ? '' : `${row.reserved} reserved`,
    row.limit === undefined ? '' : `limit ${row.limit}`,
  ]
  return [used, `${row.free} free`, size.filter((part) => part !== '').join(', ')]
}

function toneOf({ percent = 0 }: Fill): Tone {
  if (percent >= 90) return 'red'
  return percent >= 75 ? 'yellow' : 'green'
}

function section(title: string, lines: readonly string[], style: Style): string {
  return [style('bold', title), ...lines.map((line) => `  ${line}`)].join('\n')
}
