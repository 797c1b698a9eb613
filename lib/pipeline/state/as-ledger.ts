import type * as z from 'zod'
import { type Book, type Entry, entryKey } from '../../domain/ledger/entry.ts'
import type { Holder } from '../../domain/ledger/pool-index.ts'
import type { BookFile, PartFile } from './state-schemas.ts'

/** The ledger that a file says. */
export function bookOf({ entries }: z.output<typeof BookFile>): Book {
  const book = new Map<string, Entry>()
  for (const { claim, ...rest } of entries) {
    const [kind = '', name = ''] = claim.split(' ')
    const entry = { kind, name, ...rest } as unknown as Entry
    book.set(entryKey(entry), entry)
  }
  return book
}

/** The holders that a part of an index says. */
export function holdersOf({
  held,
  leaving,
}: z.output<typeof PartFile>): ReadonlyMap<string, Holder> {
  const holders = new Map<string, Holder>()
  for (const [address, holder] of Object.entries(held))
    holders.set(address, { holder, leaving: false })
  for (const [address, holder] of Object.entries(leaving))
    holders.set(address, { holder, leaving: true })
  return holders
}
