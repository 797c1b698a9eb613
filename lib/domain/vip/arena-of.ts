import { type Book, type EntryOf, entryKey, isHeld, isLeaving } from '../ledger/entry.ts'
import { compareCidrs, parseCidr } from '../net/cidr.ts'
import type { Arena, Delegation } from './delegation.ts'

/** A project's ledger of VIP blocks, out of its environment's book; `cidr` is the pool that they came from. */
export function arenaOf(namespace: string, book: Book, cidr: string): Arena {
  const slots = clustersIn(book).flatMap(({ name, blocks = [] }) =>
    blocks.map((block) => ({ cluster: name, block, at: parseCidr(block.cidr) })),
  )
  const sorted = slots.toSorted((a, b) => (a.at && b.at ? compareCidrs(a.at, b.at) : 0))
  return { namespace, cidr, slots: sorted.map(({ cluster, block }) => ({ cluster, block })) }
}

/** What the clusters of a project get, as its ledger has it, by name; of one on its way out, what it has yet to give back. */
export function delegationsIn(namespace: string, book: Book): readonly Delegation[] {
  return clustersIn(book).map(({ name, spec, blocks = [], delegation }) => ({
    namespace,
    cluster: name,
    wanted: spec.blocks,
    blocks,
    reason: delegation?.reason ?? 'Pending',
    message: delegation?.message ?? '',
  }))
}

/** The same without clusters that were imported: somebody else gives them what they have. */
export function ownDelegations(namespace: string, book: Book): readonly Delegation[] {
  const all = delegationsIn(namespace, book)
  return all.filter(
    ({ cluster }) => book.get(entryKey({ kind: 'KdcCluster', name: cluster }))?.imported !== true,
  )
}

function clustersIn(book: Book): readonly EntryOf<'KdcCluster'>[] {
  return [...book.values()]
    .filter((entry) => entry.kind === 'KdcCluster')
    .filter((entry) => isHeld(entry) || isLeaving(entry))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}
