import { cidrsOf } from '../domain/ledger/blocks.ts'
import { type Entry, isHeld, isLeaving } from '../domain/ledger/entry.ts'
import type { FactsView } from '../domain/ledger/facts-view.ts'
import type { PoolBook } from '../domain/ledger/pool-book.ts'
import type { State } from '../domain/ledger/state.ts'
import { hosts } from '../domain/net/cidr.ts'
import { parseRange } from '../domain/net/range.ts'
import { rangeSet, setSize, subtract } from '../domain/net/range-set.ts'
import type { CapacityRow } from './report.ts'

const FAMILIES = ['IPv4', 'IPv6'] as const

/** How full pools and SubnetClaims are, sorted by name. */
export function capacityOf(
  pools: Iterable<PoolBook>,
  books: State['books'],
  view: FactsView,
): readonly CapacityRow[] {
  const rows = [
    ...[...pools].flatMap(poolRows),
    ...[...books].flatMap(([namespace, book]) =>
      [...book.values()].flatMap((entry) => subnetRows(namespace, entry, view)),
    ),
  ]
  return rows.toSorted((a, b) => {
    const [left, right] = [`${a.pool} ${a.family}`, `${b.pool} ${b.family}`]
    if (left === right) return 0
    return left < right ? -1 : 1
  })
}

function poolRows(pool: PoolBook): readonly CapacityRow[] {
  return FAMILIES.flatMap((family) => {
    const { size, used, leaving, free } = pool.fill(family)
    if (size === 0n) return []
    return [
      {
        pool: pool.name,
        family,
        size: `${size}`,
        used: `${used}`,
        free: `${free}`,
        tombstoned: `${leaving}`,
      },
    ]
  })
}

/** As Kube-OVN counts: without the first and last address, the gateway and excludeIps (kube-ovn.md 1.2). */
function subnetRows(namespace: string, entry: Entry, view: FactsView): readonly CapacityRow[] {
  if (entry.kind !== 'SubnetClaim' || !(isHeld(entry) || isLeaving(entry))) return []
  const { cidrBlock, excludeIps } = entry.spec
  const excluded = rangeSet(excludeIps.flatMap((text) => parseRange(text, '..') ?? []))
  const usage = view.usageOf(namespace, entry.name)
  return cidrsOf(cidrBlock).map((cidr) => {
    const room = setSize(subtract(rangeSet([hosts(cidr)]), excluded), cidr.family)
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
