import { isProvenGone } from '../../domain/ledger/advance-releases.ts'
import { type Entry, isLeaving } from '../../domain/ledger/entry.ts'
import type { FactsView } from '../../domain/ledger/facts-view.ts'
import { partOf } from '../../domain/ledger/part.ts'
import type { Holder, PoolIndex } from '../../domain/ledger/pool-index.ts'
import type { State } from '../../domain/ledger/state.ts'
import { parseAddress } from '../../domain/net/address.ts'
import type { Inputs } from '../inputs.ts'
import { claimIn } from './draft.ts'

/**
 * The state as far as a change of the platform has to respect it: without what this very plan will free. What a claim
 * of the tree asks for again is not free.
 */
export function withoutGone(state: State, inputs: Inputs, view: FactsView): State {
  const { proof } = inputs.settings
  const gone = (namespace: string, entry: Entry) =>
    isLeaving(entry) &&
    isProvenGone(entry, { namespace, view, proof }) &&
    claimIn(inputs, namespace, entry) === undefined
  const freed: Entry[] = []
  const books = new Map(
    [...state.books].map(([namespace, book]) => {
      const left = [...book].filter(([, entry]) => !gone(namespace, entry))
      if (left.length < book.size) {
        freed.push(...[...book.values()].filter((entry) => gone(namespace, entry)))
      }
      return [namespace, left.length < book.size ? new Map(left) : book] as const
    }),
  )
  if (freed.length === 0) return state
  return { ...state, books, pools: withoutAddresses(state.pools, freed) }
}

function withoutAddresses(pools: State['pools'], freed: readonly Entry[]): State['pools'] {
  const next = new Map(pools)
  for (const [pool, entries] of Map.groupBy(freed, (entry) => entry.pool ?? '')) {
    const index = next.get(pool)
    if (index !== undefined)
      next.set(pool, without(index, new Set(entries.map((one) => one.address))))
  }
  return next
}

/** The counts stay as they are: nobody compares a platform with them. */
function without(index: PoolIndex, addresses: ReadonlySet<string | undefined>): PoolIndex {
  const parts = new Map(index.parts)
  for (const text of addresses) {
    const address = text === undefined ? undefined : parseAddress(text)
    const part = address && partOf(address)
    const holders = part === undefined ? undefined : parts.get(part)
    if (part === undefined || holders === undefined) continue
    const left = [...holders].filter(([one]): boolean => one !== text)
    parts.set(part, new Map<string, Holder>(left))
  }
  return { ...index, parts }
}
