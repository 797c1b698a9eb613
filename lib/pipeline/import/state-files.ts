import type { State } from '../../domain/ledger/state.ts'
import type { StateTree } from '../report.ts'
import { bookPath } from '../state/state-paths.ts'
import { writeBook, writeHead, writePlatform, writePool } from '../state/write-state.ts'

/** The state tree of a ledger from which nothing is rendered. */
export function stateFiles(state: State): StateTree {
  const files = new Map<string, string>([writeHead(state), writePlatform(state)])
  for (const [namespace, book] of state.books)
    files.set(bookPath(namespace), writeBook(namespace, book, state.arenas.get(namespace)))
  for (const [pool, index] of state.pools)
    for (const [path, text] of writePool(pool, index)) files.set(path, text())
  return files
}
