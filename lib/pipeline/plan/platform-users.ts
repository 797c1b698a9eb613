import { holderName } from '../../domain/ledger/entry.ts'
import { emptyIndex, type PoolIndex } from '../../domain/ledger/pool-index.ts'
import type { State } from '../../domain/ledger/state.ts'

/** An address that somebody has. */
export interface Held {
  readonly address: string
  readonly holder: string
}

/** Who holds what of a pool by the ledger, leaving ones among them. */
export function heldOf({ parts }: PoolIndex = emptyIndex): readonly Held[] {
  return [...parts.values()].flatMap((part) =>
    [...part].map(([address, { holder }]) => ({ address, holder })),
  )
}

/** What facts show beside what the ledger knows. */
export function withSeen(ours: readonly Held[], seen: readonly Held[]): readonly Held[] {
  const known = new Set(ours.map(({ address }) => address))
  return [...ours, ...seen.filter(({ address }) => !known.has(address))]
}

/** The VPCs that leave through each provider subnet. */
export function usersBySegment(state: State): ReadonlyMap<string, readonly string[]> {
  const users = new Map<string, string[]>()
  for (const [namespace, book] of state.books) {
    for (const entry of book.values()) {
      if (entry.kind !== 'VpcClaim' || entry.externalSubnet === undefined) continue
      if (entry.phase === 'rejected') continue
      const list = users.get(entry.externalSubnet) ?? []
      list.push(holderName(namespace, entry))
      users.set(entry.externalSubnet, list)
    }
  }
  return users
}

/** `use` after several names, `uses` after one. */
export function uses(names: readonly string[]): string {
  return names.length === 1 ? 'uses' : 'use'
}

/** Names a few and counts the rest. */
export function list(names: readonly string[]): string {
  const shown = names.slice(0, 3).join(', ')
  return names.length > 3 ? `${shown} and ${names.length - 3} more` : shown
}
