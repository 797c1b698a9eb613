import type { Facts } from '../../domain/facts.ts'
import { type Entry, isHeld } from '../../domain/ledger/entry.ts'
import { type FactsView, viewFacts } from '../../domain/ledger/facts-view.ts'
import { isTombstoned } from '../../domain/ledger/migrate-blocks.ts'
import type { State } from '../../domain/ledger/state.ts'
import { vpcName } from '../../domain/names.ts'
import type { Wanted } from './find-wanted.ts'

/**
 * Addresses and VIP blocks that only the two reads keep from being free: those of tombstones all of whose objects are seen
 * to be gone. A block is wanted in the VPC of its project alone: others have one of the same addresses.
 */
export function toProve({ books }: Pick<State, 'books'>, facts: Facts): readonly Wanted[] {
  const view = viewFacts(facts)
  const addresses = new Set<string>()
  const blocks: Wanted[] = []
  for (const [namespace, book] of books)
    for (const entry of book.values()) {
      if (!isReady(entry, view)) continue
      if (entry.kind === 'EipClaim' && entry.address !== undefined) addresses.add(entry.address)
      for (const { cidr } of entry.blocks ?? [])
        blocks.push({ address: cidr, vpc: vpcName(namespace) })
    }
  return [...[...addresses].toSorted().map((address) => ({ address })), ...blocks]
}

function isReady(entry: Entry, view: FactsView): boolean {
  const { phase, dropped = [], releasedAt = 0 } = entry
  // A cluster that stays gives its blocks back where its pool is migrated.
  const isOver = phase === 'tombstone' || (isHeld(entry) && isTombstoned(entry))
  return isOver && dropped.every((one) => view.isGone(one)) && view.isSince(releasedAt)
}
