import type { Book, Entry } from '../../domain/ledger/entry.ts'
import type { StateTree } from '../report.ts'
import { readState } from '../state/read-state.ts'
import { bookPath, factsPath } from '../state/state-paths.ts'
import { writeBook, writeHead } from '../state/write-state.ts'

/**
 * What changes in a state so that it is for the next cluster that reports, and never again for the one that is gone: every claim
 * keeps what it has, and waits for nothing of that one. What was on its way out stays so, until a person says that nobody has applied it.
 */
export function forgetCluster(texts: StateTree): ReadonlyMap<string, string | undefined> {
  const { value: state } = readState(texts)
  const { cluster, facts: _, ...rest } = state
  const gone = [...state.gone, ...(cluster === undefined ? [] : [cluster])]
  const changes = new Map<string, string | undefined>([
    writeHead({ ...rest, gone, generation: state.generation + 1 }),
  ])
  if (texts.has(factsPath)) changes.set(factsPath, undefined)
  for (const [namespace, book] of state.books) {
    if (![...book.values()].some(({ awaits }) => awaits !== undefined)) continue
    const next: Book = new Map([...book].map(([key, entry]) => [key, withoutWaiting(entry)]))
    changes.set(bookPath(namespace), writeBook(namespace, next, state.arenas.get(namespace)))
  }
  return changes
}

function withoutWaiting(entry: Entry): Entry {
  const { awaits: _, ...rest } = entry
  return rest as Entry
}
