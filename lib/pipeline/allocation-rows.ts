import { type Book, type Entry, entryKey, isHeld } from '../domain/ledger/entry.ts'
import type { PoolBook } from '../domain/ledger/pool-book.ts'
import type { State } from '../domain/ledger/state.ts'
import { arenaName } from '../domain/names.ts'
import { compareAddresses, parseAddress } from '../domain/net/address.ts'
import type { AllocationRow } from './report.ts'
import type { Scope } from './scope-of-check.ts'

/** Who holds which address in the environments of a scope and of its altered pools, sorted; `before` tells what is kept. */
export function allocationRows(
  { environments, altered }: Pick<Scope, 'environments' | 'altered'>,
  after: State,
  before: State,
): readonly AllocationRow[] {
  const shown = altered.size === 0 ? environments : after.books.keys()
  return [...shown].toSorted().flatMap((environment) => {
    const isOf = ({ pool = '' }: Entry) => environments.has(environment) || altered.has(pool)
    const book: Book = after.books.get(environment) ?? new Map()
    const former: Book = before.books.get(environment) ?? new Map()
    return [...book.values()]
      .filter(
        (entry) => isHeld(entry) && (entry.address ?? entry.blocks) !== undefined && isOf(entry),
      )
      .toSorted((a, b) => (entryKey(a) < entryKey(b) ? -1 : 1))
      .flatMap((entry) => {
        const before = former.get(entryKey(entry))
        const rows = entry.address === undefined ? [] : [rowOf(environment, entry, before)]
        return [...rows, ...blockRows(environment, entry, before)]
      })
  })
}

/** A row for each VIP block of a cluster, but for those that it gives back, which capacity counts. */
function blockRows(
  environment: string,
  entry: Entry,
  former: Entry | undefined,
): readonly AllocationRow[] {
  const before = new Set(former?.blocks?.map(({ cidr }) => cidr))
  const own = (entry.blocks ?? []).filter(({ phase }) => phase === 'Bound' || phase === 'Revoked')
  return own.map(({ cidr }) => ({
    environment,
    claim: entryKey(entry),
    pool: arenaName(environment),
    block: cidr,
    origin: before.has(cidr) ? 'kept' : originOf(entry),
  }))
}

function rowOf(environment: string, entry: Entry, former: Entry | undefined): AllocationRow {
  const isKept = former?.address === entry.address
  return {
    environment,
    claim: entryKey(entry),
    pool: entry.pool ?? '',
    address: entry.address ?? '',
    origin: isKept ? 'kept' : originOf(entry),
  }
}

function originOf(entry: Entry): AllocationRow['origin'] {
  if (entry.origin === 'pinned' || entry.origin === 'implicit') return entry.origin
  return entry.origin === 'transferred' ? 'kept' : 'new'
}

/** Addresses of a pool that facts show in use and that no claim explains. */
export function foreignRows(pool: PoolBook): readonly AllocationRow[] {
  return [...pool.foreign()]
    .filter(([address]) => pool.holderOf(address) === undefined)
    .map(([address, holder]) => {
      const [kind = '', path = ''] = holder.split(' ')
      const [environment = '', name] = path.split('/')
      const isNamed = name !== undefined
      return {
        environment: isNamed ? environment : '',
        claim: `${kind} ${isNamed ? name : path}`,
        pool: pool.name,
        address,
        origin: 'foreign' as const,
      }
    })
    .toSorted((a, b) => byAddress(a.address, b.address))
}

function byAddress(a: string, b: string): number {
  const [left, right] = [parseAddress(a), parseAddress(b)]
  return left === undefined || right === undefined ? 0 : compareAddresses(left, right)
}
