import type { Entry } from '../../domain/ledger/entry.ts'
import { entryKey, holderName } from '../../domain/ledger/entry.ts'
import { partOf } from '../../domain/ledger/part.ts'
import type { Holder, PoolIndex } from '../../domain/ledger/pool-index.ts'
import type { State } from '../../domain/ledger/state.ts'
import { parseAddress } from '../../domain/net/address.ts'
import { bookPath, countsPath, partPath } from './state-paths.ts'

/** A file of the state branch that does not fit another one. */
export interface Disagreement {
  readonly path: string
  /** A clause. */
  readonly why: string
}

/**
 * Whether ledgers and indexes tell the same, as far as both were read. They are written together, so a difference is
 * somebody's hand, and whoever guesses which of them is right gives an address twice.
 */
export function checkPools(state: State): readonly Disagreement[] {
  return [
    ...[...state.pools].flatMap(([pool, index]) => [
      ...checkCounts(pool, index),
      ...checkHolders(state, pool, index),
    ]),
    ...[...state.books].flatMap(([namespace, book]) =>
      [...book.values()].flatMap((entry) => checkEntry(state, namespace, entry)),
    ),
  ]
}

function checkCounts(pool: string, { counts, parts }: PoolIndex): readonly Disagreement[] {
  return [...parts].flatMap(([part, holders]) => {
    const leaving = holders
      .values()
      .filter((one) => one.leaving)
      .toArray().length
    const count = counts.get(part)
    if (count?.leaving === leaving && count.used === holders.size - leaving) return []
    const why = `it does not count the ${holders.size} addresses of part ${part}`
    return [{ path: countsPath(pool), why }]
  })
}

function checkHolders(state: State, pool: string, { parts }: PoolIndex): readonly Disagreement[] {
  return [...parts].flatMap(([part, holders]) =>
    [...holders].flatMap(([address, { holder }]) => {
      const entry = entryOf(state, holder)
      if (entry === 'unread' || (entry?.address === address && entry.pool === pool)) return []
      return [{ path: partPath(pool, part), why: `${holder} does not have ${address}` }]
    }),
  )
}

function checkEntry(state: State, namespace: string, entry: Entry): readonly Disagreement[] {
  const { pool, address } = entry
  if (pool === undefined || address === undefined) return []
  const parsed = parseAddress(address)
  const index = state.pools.get(pool)
  const part = parsed && index?.parts.get(partOf(parsed))
  // What is counted and not read was not asked for; what is not even counted is missing.
  if (parsed && part === undefined && (index === undefined || index.counts.has(partOf(parsed))))
    return []
  const held: Holder | undefined = part?.get(address)
  if (held?.holder === holderName(namespace, entry)) return []
  const why = `${entryKey(entry)} has ${address}, which the index of pool ${pool} does not know`
  return [{ path: bookPath(namespace), why }]
}

/** The entry of `EipClaim photon-prod/web`; `unread` where its ledger was not read. */
function entryOf({ books }: State, holder: string): Entry | undefined | 'unread' {
  const [kind = '', path = ''] = holder.split(' ')
  const [namespace = '', name = ''] = path.split('/')
  const book = books.get(namespace)
  return book === undefined ? 'unread' : book.get(`${kind} ${name}`)
}
