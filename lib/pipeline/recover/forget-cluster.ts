import type { Book, Entry } from '../../domain/ledger/entry.ts'
import type { StateTree } from '../report.ts'
import { readState } from '../state/read-state.ts'
import { bookPath, factsPath } from '../state/state-paths.ts'
import { writeBook, writeHead, writePlatform } from '../state/write-state.ts'

/**
 * What changes in a state so that it is for the next cluster that reports, and never again for the one that is gone: every
 * claim keeps what it has, and waits for nothing of that one. What was there before Netclaim is gone with it, so that it is
 * made like all else. What was on its way out stays so, until a person says that nobody has applied it.
 */
export function forgetCluster(texts: StateTree): ReadonlyMap<string, string | undefined> {
  const { value: state } = readState(texts)
  const { cluster, facts: _, ...rest } = state
  const gone = [...state.gone, ...(cluster === undefined ? [] : [cluster])]
  const changes = new Map<string, string | undefined>([
    writeHead({ ...rest, gone, generation: state.generation + 1 }),
  ])
  if (texts.has(factsPath)) changes.set(factsPath, undefined)
  if (state.imported.length > 0) changes.set(...writePlatform({ ...state, imported: [] }))
  for (const [namespace, book] of state.books) {
    if (![...book.values()].some(isTied)) continue
    const next: Book = new Map([...book].map(([key, entry]) => [key, untied(entry)]))
    changes.set(bookPath(namespace), writeBook(namespace, next, state.arenas.get(namespace)))
  }
  return changes
}

/** Does something of it depend on what is in the cluster? */
function isTied({ awaits, imported }: Entry): boolean {
  return awaits !== undefined || imported === true
}

function untied(entry: Entry): Entry {
  const { awaits: _, imported: __, ...rest } = entry
  return rest as Entry
}
