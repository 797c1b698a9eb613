import type { Facts } from '../../domain/facts.ts'
import type { Entry } from '../../domain/ledger/entry.ts'
import { viewFacts } from '../../domain/ledger/facts-view.ts'
import type { State } from '../../domain/ledger/state.ts'
import type { Wanted } from './find-wanted.ts'

/** Addresses that only the two reads keep from being free: those of tombstones all of whose objects are seen to be gone. */
export function toProve({ books }: Pick<State, 'books'>, facts: Facts): readonly Wanted[] {
  const view = viewFacts(facts)
  const isReady = (entry: Entry) =>
    entry.kind === 'EipClaim' &&
    entry.phase === 'tombstone' &&
    (entry.dropped ?? []).every((one) => view.isGone(one)) &&
    view.isSince(entry.releasedAt ?? 0)
  const addresses = [...books.values()].flatMap((book) =>
    [...book.values()].flatMap((entry) => (isReady(entry) ? (entry.address ?? []) : [])),
  )
  return [...new Set(addresses)].toSorted().map((address) => ({ address }))
}
