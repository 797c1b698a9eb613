import type { Book } from '../../domain/ledger/entry.ts'
import type { State } from '../../domain/ledger/state.ts'

/** The pools on record of those projects that have a block: an arena without any takes the pool of the day. */
export function arenasInUse({ arenas, books }: State): Map<string, string> {
  return new Map([...arenas].filter(([namespace]) => hasBlocks(books.get(namespace))))
}

/** Has any cluster of the project a block, in whatever phase? */
export function hasBlocks(book: Book | undefined): boolean {
  return book?.values().some(({ blocks = [] }) => blocks.length > 0) ?? false
}
