import type { Facts } from '../domain/facts.ts'
import { isHeld } from '../domain/ledger/entry.ts'
import type { State } from '../domain/ledger/state.ts'
import { arenaName } from '../domain/names.ts'
import { parseCidr } from '../domain/net/cidr.ts'
import { arenaOf } from '../domain/vip/arena-of.ts'
import { indexOfBlock } from '../domain/vip/blocks.ts'
import { type Arena, arenaSlots } from '../domain/vip/delegation.ts'
import { blocksIn } from '../domain/vip/vip-block.ts'
import { defaultVipConfig } from '../domain/vip/vip-config.ts'
import { usesByProject, usesIn } from './plan/vip-uses.ts'
import type { CapacityRow } from './report.ts'

/**
 * How full the arenas of some environments are, two rows each: `vip-<namespace>` counts claim slots, and
 * `vip-<namespace>/<pool>` the blocks of the pool; whichever of the two is full first is the limit.
 */
export function arenaRows(
  environments: Iterable<string>,
  { books, arenas, vip = defaultVipConfig }: State,
  facts: Facts,
): readonly CapacityRow[] {
  const uses = usesByProject(facts)
  return [...environments].flatMap((namespace) => {
    const book = books.get(namespace) ?? new Map()
    const hasCluster = book.values().some((entry) => entry.kind === 'KdcCluster' && isHeld(entry))
    const recorded = arenas.get(namespace)
    if (recorded === undefined && !hasCluster) return []
    const arena = arenaOf(namespace, book, recorded ?? vip.poolCidr)
    const used = usesIn(arena.cidr, uses.get(namespace) ?? [])
    return [slotRow(arena), ...blockRow(arena, new Set(used.keys()))]
  })
}

function slotRow(arena: Arena): CapacityRow {
  const { used, gone } = countsOf(arena)
  const counts = rowOf({ size: arenaSlots, used, gone })
  return { pool: arenaName(arena.namespace), family: 'IPv4', ...counts, limit: `${arenaSlots}` }
}

/** What only the cluster knows to be in use cannot be given either. */
function blockRow(arena: Arena, seen: ReadonlySet<number>): readonly CapacityRow[] {
  const pool = parseCidr(arena.cidr)
  if (pool === undefined) return []
  const taken = new Set(arena.slots.map(({ block }) => indexOfBlock(pool, block.cidr)))
  const strangers = seen.difference(taken).size
  const { used, gone } = countsOf(arena)
  const counts = rowOf({ size: blocksIn(pool), used: used + strangers, gone })
  const name = `${arenaName(arena.namespace)}/${arena.cidr}`
  return [{ pool: name, family: 'IPv4', ...counts }]
}

function countsOf({ slots }: Arena) {
  const gone = slots.filter(
    ({ block: { phase } }) => phase === 'Releasing' || phase === 'Tombstoned',
  )
  return { used: slots.length - gone.length, gone: gone.length }
}

function rowOf({ size, used, gone }: { size: number; used: number; gone: number }) {
  const free = Math.max(0, size - used - gone)
  return { size: `${free + used + gone}`, used: `${used}`, free: `${free}`, tombstoned: `${gone}` }
}
