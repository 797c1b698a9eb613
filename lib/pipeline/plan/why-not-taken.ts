import type { Transfer } from '../../domain/acknowledgement.ts'
import type { Entry } from '../../domain/ledger/entry.ts'
import { claimIn, type Draft } from './draft.ts'
import { parts } from './transfers.ts'

/** Why the claim that a Transfer goes to did not take what it brings, as a clause. */
export function whyNotTaken(draft: Draft, { to, from }: Transfer): string {
  const [namespace, key] = parts(to)
  const kind = key.slice(0, key.indexOf(' '))
  const name = key.slice(kind.length + 1)
  if (to === from) return 'it is the one that it comes from'
  if (!holders.has(kind)) return `a ${kind} holds no address of a pool`
  if (draft.inputs.environments.get(namespace)?.readable === false) {
    return `environment "${namespace}" cannot be read, so it is frozen`
  }
  const claim = claimIn(draft.inputs, namespace, { kind, name })
  if (claim === undefined) return 'it is in no file'
  if (claim.spec === undefined) return 'it has a fault of its own'
  if (draft.transfers.get(to)?.from !== from) return 'another Transfer goes to it'
  return standingOf(draft.books.get(namespace)?.get(key))
}

/** Kinds that hold something of a pool. */
const holders: ReadonlySet<string> = new Set(['EipClaim', 'Cluster', 'KdcCluster'])

function standingOf(entry: Entry | undefined): string {
  switch (entry?.phase) {
    case 'held':
      return heldBy(entry)
    case 'waiting':
      return 'it waits for the VPC of its environment'
    case 'releasing':
    case 'tombstone':
      return 'it is still being released as it was before'
    case 'rejected':
    case undefined:
      return `it is refused itself${entry?.rejected ? ` (${entry.rejected.rule})` : ''}`
  }
}

function heldBy({ address, blocks }: Entry): string {
  if (blocks !== undefined) return `it holds ${blocks.map(({ cidr }) => cidr).join(', ')}`
  return address === undefined ? 'it asks for none' : `it holds ${address}`
}
