import type { CapacityRow } from '../pipeline/report.ts'

/** One pool before and after, ready to be shown. */
export interface Fill {
  readonly row: CapacityRow
  /** Used before; absent where nothing tells it, or the pool is new. */
  readonly usedBefore?: string
  /** Used and tombstoned addresses in percent of the size, rounded down; absent where unknown. */
  readonly percent?: number
  /** What a bar is made of, from the left; the cells sum up to its width. */
  readonly cells: { readonly used: number; readonly added: number; readonly tombstoned: number }
}

/** Cells of a bar. */
export const BAR_CELLS = 20

/** The pools after the change, each with what it was before. */
export function fills(after: readonly CapacityRow[], before: readonly CapacityRow[]): Fill[] {
  const earlier = new Map(before.map((row) => [keyOf(row), row]))
  return after.map((row) => fillOf(row, earlier.get(keyOf(row))))
}

/** `████▓░░░`: held before, added by the change, tombstoned (`▒`), free. */
export function bar({ cells }: Pick<Fill, 'cells'>): string {
  const { used, added, tombstoned } = cells
  const free = BAR_CELLS - used - added - tombstoned
  return '█'.repeat(used) + '▓'.repeat(added) + '▒'.repeat(tombstoned) + '░'.repeat(free)
}

function fillOf(row: CapacityRow, before: CapacityRow | undefined): Fill {
  const size = BigInt(row.size)
  const gone = BigInt(row.tombstoned ?? '0')
  if (row.used === undefined) return { row, cells: { used: 0, added: 0, tombstoned: 0 } }
  const used = BigInt(row.used)
  const old = before?.used === undefined ? undefined : BigInt(before.used)
  const kept = old === undefined || old > used ? used : old
  const ends = [kept, used, used + gone].map((n) => cellsOf(n, size))
  const [keptCells = 0, usedCells = 0, allCells = 0] = ends
  return {
    row,
    ...(old === undefined ? {} : { usedBefore: String(old) }),
    ...(size === 0n ? {} : { percent: Number(((used + gone) * 100n) / size) }),
    cells: {
      used: keptCells,
      added: usedCells - keptCells,
      tombstoned: allCells - usedCells,
    },
  }
}

/** Rounded down, yet one address always shows and a last free one does too. */
function cellsOf(amount: bigint, size: bigint): number {
  if (size <= 0n || amount <= 0n) return 0
  if (amount >= size) return BAR_CELLS
  const cells = Number((amount * BigInt(BAR_CELLS)) / size)
  return Math.max(1, Math.min(BAR_CELLS - 1, cells))
}

function keyOf(row: CapacityRow): string {
  return `${row.family} ${row.pool}`
}
