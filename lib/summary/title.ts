import type { Finding } from '../domain/finding.ts'
import { printable } from '../domain/printable.ts'
import type { AllocationRow, Report } from '../pipeline/report.ts'
import { cut } from './cut.ts'
import { fills } from './fill.ts'
import { count, plural, type Summary } from './summary.ts'

/** Characters of a title: GitHub shows about that many in a list of checks. */
const MAX_TITLE = 140

/** Claims that are named one by one, with what they get. */
const NAMED = 2

/**
 * One line that a reviewer can act on: what is wrong, or who gets what and which pool is fullest.
 * No line break, at most 140 characters.
 */
export function titleOf(summary: Pick<Summary, 'report' | 'capacityBefore'>): string {
  const { report } = summary
  const errors = report.findings.filter(({ severity }) => severity === 'error')
  const [first] = errors
  if (first === undefined) return cut(acceptedParts(summary).join(' · '), MAX_TITLE)
  return cut(`${plural(errors.length, wordFor(errors))}: ${printable(first.message)}`, MAX_TITLE)
}

/** A conflict has another side; an error is somebody's own. */
function wordFor(errors: readonly Finding[]): string {
  return errors.every(({ parties = [] }) => parties.length > 0) ? 'conflict' : 'error'
}

/** The allocations that this change brings. */
export function given(report: Report): readonly AllocationRow[] {
  return report.allocations.filter(({ origin }) => origin !== 'kept' && origin !== 'foreign')
}

/** What this change gives back, by the capacity before and after: `2 addresses given back`; none: nothing. */
export function givenBack({
  report,
  capacityBefore,
}: Pick<Summary, 'report' | 'capacityBefore'>): readonly string[] {
  const before = new Map(capacityBefore.map((row) => [`${row.pool} ${row.family}`, row]))
  const sums = { addresses: 0n, blocks: 0n }
  for (const row of report.capacity) {
    const former = before.get(`${row.pool} ${row.family}`)
    const more = BigInt(row.tombstoned ?? 0) - BigInt(former?.tombstoned ?? 0)
    if (more <= 0n || BLOCKS.test(row.pool)) continue
    // The slots of an arena are those of its blocks.
    sums[row.limit !== undefined && ARENA.test(row.pool) ? 'blocks' : 'addresses'] += more
  }
  const { addresses, blocks } = sums
  return [
    ...(addresses > 0n ? [`${plural(Number(addresses), 'address', 'addresses')} given back`] : []),
    ...(blocks > 0n ? [`${plural(Number(blocks), 'VIP block')} given back`] : []),
  ]
}

const ARENA = /^vip-/
const BLOCKS = /^vip-[^/]+\/.+\/\d+$/

function acceptedParts({ report, capacityBefore }: Pick<Summary, 'report' | 'capacityBefore'>) {
  const rows = given(report)
  const back = givenBack({ report, capacityBefore })
  const parts: string[] = []
  if (rows.length > 1) parts.push(`${plural(rows.length, 'claim')} added`)
  if (rows.length <= NAMED) parts.push(...rows.map(getsText))
  parts.push(...back)
  if (parts.length === 0) {
    const changes = report.changes.length
    parts.push(changes > 0 ? plural(changes, 'manifest change') : 'nothing changes')
  }
  const moved = fills(report.capacity, capacityBefore)
    .filter(({ row, usedBefore, percent }) => percent !== undefined && usedBefore !== row.used)
    .sort((a, b) => (b.percent ?? 0) - (a.percent ?? 0))[0]
  if (moved !== undefined) parts.push(`${printable(moved.row.pool)} ${moved.percent} % full`)
  const warnings = count(report, 'warning')
  if (warnings > 0) parts.push(plural(warnings, 'warning'))
  return parts
}

function getsText({ environment, claim, address, block }: AllocationRow): string {
  return printable(`${environment} ${claim} gets ${address ?? block ?? 'nothing'}`)
}
