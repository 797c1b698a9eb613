import { NameBook } from '../../domain/ledger/name-book.ts'
import { PoolBook } from '../../domain/ledger/pool-book.ts'
import type { Draft } from './draft.ts'
import { noteBooks } from './note-books.ts'

/** A draft to try things on: it stands where the other one stands, has no findings, and writes nothing into it. */
export function copyOf(draft: Draft): Draft {
  const copy: Draft = {
    ...draft,
    findings: [],
    books: new Map([...draft.books].map(([namespace, book]) => [namespace, new Map(book)])),
    pools: new Map([...draft.pools].map(([name, pool]) => [name, copyOfPool(pool)])),
    names: new NameBook(),
    blocks: new Map(),
  }
  noteBooks(copy)
  return copy
}

function copyOfPool(pool: PoolBook): PoolBook {
  const copy = new PoolBook(pool, pool.index())
  for (const [address, holder] of pool.foreign()) copy.noteForeign(address, holder)
  return copy
}
