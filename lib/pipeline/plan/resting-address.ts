import { environmentOf } from '../../domain/ledger/holder-name.ts'
import type { PoolBook } from '../../domain/ledger/pool-book.ts'
import { compareAddresses, parseAddress } from '../../domain/net/address.ts'

const indexes = new WeakMap<PoolBook, ReadonlyMap<string, readonly string[]>>()

/** The lowest address that rests since this very claim had it, `EipClaim photon-prod/web`: it has it back at once. */
export function restingAddress(pool: PoolBook, claim: string): string | undefined {
  const environment = environmentOf(claim)
  return indexOf(pool)
    .get(claim)
    ?.find(
      (address) =>
        pool.coolingAt(address)?.holder === claim &&
        pool.isUsable(address) &&
        pool.foreignHolderOf(address) === undefined &&
        pool.keptFrom(address, environment) === undefined,
    )
}

/** By claim, the lowest first: what is freed is freed before anybody gets anything, so once is enough. */
function indexOf(pool: PoolBook): ReadonlyMap<string, readonly string[]> {
  const known = indexes.get(pool)
  if (known !== undefined) return known
  const sorted = [...pool.cooling()].flatMap(([text, { holder }]) => {
    const address = parseAddress(text)
    return address?.family === 'IPv4' ? [{ text, holder, address }] : []
  })
  sorted.sort((a, b) => compareAddresses(a.address, b.address))
  const index = new Map<string, string[]>()
  for (const { text, holder } of sorted) {
    const own = index.get(holder) ?? []
    index.set(holder, own)
    own.push(text)
  }
  indexes.set(pool, index)
  return index
}
