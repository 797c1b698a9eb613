import { quote } from '../../domain/claims/quote.ts'
import type { Entry } from '../../domain/ledger/entry.ts'
import { entryKey, holderName } from '../../domain/ledger/entry.ts'
import { holderParts } from '../../domain/ledger/holder-name.ts'
import { partOf } from '../../domain/ledger/part.ts'
import type { Holder, PoolIndex } from '../../domain/ledger/pool-index.ts'
import type { State } from '../../domain/ledger/state.ts'
import { parseAddress } from '../../domain/net/address.ts'
import { bookPath, coolingPath, countsPath, partPath, platformPath } from './state-paths.ts'

/** Whether all of a state tree was read, or what a change can touch. */
export type Extent = 'whole' | 'part'

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
export function checkPools(state: State, extent: Extent): readonly Disagreement[] {
  return [
    ...(extent === 'whole' ? checkPresence(state) : []),
    ...[...state.pools].flatMap(([pool, index]) => [
      ...checkCounts(pool, index),
      ...checkCooling(pool, index),
      ...checkHolders(state, extent, { pool, index }),
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

/** What somebody holds does not rest. */
function checkCooling(pool: string, { cooling, parts }: PoolIndex): readonly Disagreement[] {
  return [...cooling.keys()].flatMap((address) => {
    const parsed = parseAddress(address)
    const holder = parsed && parts.get(partOf(parsed))?.get(address)
    if (parsed !== undefined && holder === undefined) return []
    const why = parsed === undefined ? `${quote(address)} is no address` : `${address} is held`
    return [{ path: coolingPath(pool), why }]
  })
}

/** What a whole tree cannot lack: the platform that its pools are of, and the parts that an index counts. */
function checkPresence({ generation, platform, pools }: State): readonly Disagreement[] {
  const counted = [...pools].flatMap(([pool, { counts, parts }]) =>
    [...counts.keys()].filter((part) => !parts.has(part)).map((part) => partPath(pool, part)),
  )
  const lost = generation > 0 && platform === undefined && pools.size > 0 ? [platformPath] : []
  return [...lost, ...counted].map((path) => ({ path, why: 'it is not there' }))
}

function checkHolders(
  state: State,
  extent: Extent,
  { pool, index }: { readonly pool: string; readonly index: PoolIndex },
): readonly Disagreement[] {
  return [...index.parts].flatMap(([part, holders]) =>
    [...holders].flatMap(([address, { holder }]) => {
      const entry = entryOf(state, holder)
      if (entry === 'unread' && extent === 'part') return []
      if (entry !== 'unread' && entry?.address === address && entry.pool === pool) return []
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
  const { kind, namespace, name } = holderParts(holder)
  const book = books.get(namespace)
  return book === undefined ? 'unread' : book.get(`${kind} ${name}`)
}
