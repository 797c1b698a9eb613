import { compareText } from '../domain/compare-text.ts'
import { cidrsOf } from '../domain/ledger/blocks.ts'
import { type Entry, isHeld, isLeaving } from '../domain/ledger/entry.ts'
import type { FactsView } from '../domain/ledger/facts-view.ts'
import type { PoolBook } from '../domain/ledger/pool-book.ts'
import type { State } from '../domain/ledger/state.ts'
import { hosts } from '../domain/net/cidr.ts'
import { intersection, parseRange, type Range, rangeSize } from '../domain/net/range.ts'
import type { CapacityRow } from './report.ts'

const FAMILIES = ['IPv4', 'IPv6'] as const

/** How full pools and SubnetClaims are, with the rows of arenas, sorted by name. */
export function capacityOf(
  pools: Iterable<PoolBook>,
  books: State['books'],
  view: FactsView,
  arenas: readonly CapacityRow[] = [],
): readonly CapacityRow[] {
  const rows = [
    ...arenas,
    ...[...pools].flatMap(poolRows),
    ...[...books].flatMap(([namespace, book]) =>
      [...book.values()].flatMap((entry) => subnetRows(namespace, entry, view)),
    ),
  ]
  return rows.toSorted((a, b) => compareText(a.pool, b.pool) || compareText(a.family, b.family))
}

function poolRows(pool: PoolBook): readonly CapacityRow[] {
  return FAMILIES.flatMap((family) => {
    const { size, used, leaving, cooling, reserved, free } = pool.fill(family)
    if (size === 0n) return []
    return [
      {
        pool: pool.name,
        family,
        size: `${size}`,
        used: `${used}`,
        free: `${free}`,
        tombstoned: `${leaving}`,
        ...(cooling === 0n ? {} : { resting: `${cooling}` }),
        ...(reserved === 0n ? {} : { reserved: `${reserved}` }),
      },
    ]
  })
}

/** As Kube-OVN counts: without the first and last address, the gateway and excludeIps (kube-ovn.md 1.2). */
function subnetRows(namespace: string, entry: Entry, view: FactsView): readonly CapacityRow[] {
  if (entry.kind !== 'SubnetClaim' || !(isHeld(entry) || isLeaving(entry))) return []
  const { cidrBlock, excludeIps } = entry.spec
  const excluded = excludeIps.flatMap((text) => parseRange(text, '..') ?? [])
  const usage = view.usageOf(namespace, entry.name)
  return cidrsOf(cidrBlock).map((cidr) => {
    const room = roomBeside(hosts(cidr), excluded)
    const used = cidr.family === 'IPv4' ? usage?.v4 : usage?.v6
    const free = room > (used ?? 0n) ? room - (used ?? 0n) : 0n
    return {
      pool: `${namespace}/${entry.name}`,
      family: cidr.family,
      size: `${free + (used ?? room - free)}`,
      ...(used === undefined ? {} : { used: `${used}` }),
      free: `${free}`,
    }
  })
}

/** How many addresses of a range stand in none of the others, which do not overlap each other. */
function roomBeside(whole: Range, excluded: readonly Range[]): bigint {
  let room = rangeSize(whole)
  for (const range of excluded) {
    const inside = intersection(whole, range)
    if (inside !== undefined) room -= rangeSize(inside)
  }
  return room
}
