import type { PoolBook } from '../../domain/ledger/pool-book.ts'

const indexes = new WeakMap<PoolBook, ReadonlyMap<string, string>>()

/**
 * The address that facts show in a claim's own object, `OvnEip photon-prod-web`, though the ledger knows of none: the
 * claim gets that one, since the object can take no other. Undefined where there is none, or somebody holds it.
 */
export function ownAddress(pool: PoolBook, object: string): string | undefined {
  const known = indexes.get(pool)
  const index = known ?? new Map([...pool.foreign()].map(([address, holder]) => [holder, address]))
  indexes.set(pool, index)
  const address = index.get(object)
  return address === undefined || pool.holderOf(address) !== undefined ? undefined : address
}
