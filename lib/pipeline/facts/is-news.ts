import type { Facts } from '../../domain/facts.ts'
import type { Entry } from '../../domain/ledger/entry.ts'
import type { State } from '../../domain/ledger/state.ts'
import { unfinished } from '../../domain/vip/pool-migration.ts'
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

/** The youngest generation for which something that is on its way out, or a migration, waits; undefined: nothing is. */
function awaitedSince({ books, migration }: State): number | undefined {
  let since = unfinished(migration)?.since
  for (const book of books.values())
    for (const entry of book.values())
      for (const generation of generationsOf(entry)) since = Math.max(since ?? 0, generation)
  return since
}

function generationsOf({ awaits = [], dropped = [], releasedAt }: Entry): readonly number[] {
  const awaited = [...awaits, ...dropped].map(({ generation }) => generation)
  return releasedAt === undefined ? awaited : [...awaited, releasedAt]
}
