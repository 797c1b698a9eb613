import type { Facts } from '../../domain/facts.ts'
import { type Entry, isLeaving } from '../../domain/ledger/entry.ts'
import type { State } from '../../domain/ledger/state.ts'
import { canonical } from './canonical.ts'

/**
 * Whether facts are worth a commit beside those that were published last.
 *
 * That a newer state was applied is none by itself: it would cause a state commit, whose being applied would be news
 * again, without an end. It counts where something in the ledger waits for it (`awaitedSince`).
 */
export function isNews(facts: Facts, published: Facts | undefined, state: State): boolean {
  if (published === undefined) return true
  if (timeless(facts) !== timeless(published)) return true
  const since = awaitedSince(state)
  if (since === undefined) return false
  return (facts.generation ?? -1) >= since && (published.generation ?? -1) < since
}

/** Their text, without what every applied commit changes. */
function timeless(facts: Facts): string {
  const proven = facts.proven.map((one) => ({ ...one, generation: 0 }))
  return JSON.stringify(canonical({ ...facts, generation: 0, commit: '', proven }))
}

/** The youngest generation for which something that is on its way out waits; undefined: nothing is. */
function awaitedSince({ books }: Pick<State, 'books'>): number | undefined {
  let since: number | undefined
  for (const book of books.values())
    for (const entry of book.values())
      for (const generation of generationsOf(entry)) since = Math.max(since ?? 0, generation)
  return since
}

function generationsOf(entry: Entry): readonly number[] {
  const awaited = (entry.awaits ?? []).map(({ generation }) => generation)
  if (!isLeaving(entry)) return awaited
  const dropped = (entry.dropped ?? []).map(({ generation }) => generation)
  return [...awaited, ...dropped, entry.releasedAt ?? 0]
}
