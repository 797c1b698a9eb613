import type { Transfer } from '../../domain/acknowledgement.ts'
import { type Claim, objectName } from '../../domain/claims/claim.ts'
import type { Finding, Place } from '../../domain/finding.ts'
import { type Entry, type EntryOf, entryKey, isHeld } from '../../domain/ledger/entry.ts'
import { holderParts } from '../../domain/ledger/holder-name.ts'
import type { PoolBook } from '../../domain/ledger/pool-book.ts'
import { isEgress, objectsOf, vpcOf } from '../../domain/ledger/release.ts'
import { breach } from '../../domain/rules/rule.ts'
import { transferRules } from '../../domain/rules/transfer-rules.ts'
import { bookOf, claimIn, type Draft } from './draft.ts'
import { keptBy } from './kept.ts'
import { ownAddress } from './own-address.ts'
import { spentProblem } from './transfers-of.ts'

/** What a claim draws from, and the object that is its own. */
export interface Source {
  readonly pool: PoolBook
  readonly object: string
}

/** What a transfer gives to a claim, or why it cannot. */
export interface Handover {
  readonly findings: readonly Finding[]
  readonly address?: string
  readonly from?: string
}

/** The address that a Transfer of this commit hands to the claim, which has an object of its own. */
export function findTransfer(draft: Draft, claim: Claim, { pool, object }: Source): Handover {
  const transfer = draft.transfers.get(objectName(claim))
  if (transfer === undefined || wasGiven(draft, { pool, object })) return { findings: [] }
  const giver = giverOf(draft, transfer.from)
  const problem =
    spentProblem(draft, transfer) ?? problemOf(draft, claim, { transfer, giver, pool })
  if (problem !== undefined || giver?.address === undefined) {
    return { findings: [failed(transfer, problem ?? 'there is no address to hand over')] }
  }
  return { findings: [], address: giver.address, from: transfer.from }
}

/** Where it was handed over long ago, whoever took it has it in its own object by now. */
function wasGiven({ lived }: Draft, { pool, object }: Source): boolean {
  return lived === true && ownAddress(pool, object) !== undefined
}

/** The taker's entry: it waits for the giver's objects, and for what that one waited for. */
export function finishTransfer<Kind extends 'EipClaim' | 'Cluster'>(
  draft: Draft,
  entry: EntryOf<Kind>,
  from: string,
): EntryOf<Kind> {
  const [namespace] = parts(from)
  const giver = giverOf(draft, from)
  const objects = giver === undefined ? [] : objectsOf(namespace, giver)
  const awaits = [
    ...(giver?.awaits ?? []),
    ...objects.map((object) => ({ object, generation: draft.generation })),
  ]
  return {
    ...entry,
    origin: 'transferred',
    ...(draft.reported && awaits.length > 0 ? { awaits } : {}),
  }
}

/** Says why a transfer does not take place. */
export function failed(transfer: Transfer, why: string): Finding {
  const message = `Transfer "${transfer.name}" from ${transfer.from} to ${transfer.to} is not possible: ${why}`
  return breach(transferRules.failed, message, {
    at: placeOf(transfer),
    object: transfer.to,
    value: transfer.from,
  })
}

/** Where a transfer says whom it takes from. */
export function placeOf({ document }: Transfer): Place {
  return document.place(['spec', 'from'])
}

interface Try {
  readonly transfer: Transfer
  readonly giver: Entry | undefined
  readonly pool: PoolBook
}

function problemOf(draft: Draft, claim: Claim, { transfer, giver, pool }: Try): string | undefined {
  if (!isHeld(giver)) return `${transfer.from} holds nothing`
  if (giver.kind !== claim.kind) return `a ${giver.kind} hands over to a ${giver.kind} only`
  const [namespace] = parts(transfer.from)
  const { readable = true } = draft.inputs.environments.get(namespace) ?? {}
  if (!readable) return `environment "${namespace}" cannot be read, so it is frozen`
  if (claimIn(draft.inputs, namespace, giver) !== undefined) {
    return `${transfer.from} is still in its file`
  }
  if (isEgress(giver) && vpcOf(bookOf(draft, namespace)) !== undefined) {
    return `${giver.address} is the egress address of the VPC of "${namespace}"`
  }
  const [object] = giver.imported === true ? objectsOf(namespace, giver) : []
  if (object !== undefined)
    return `${transfer.from} was imported, and nobody would take ${object} away: take it over first`
  return addressProblem(claim, giver, pool) ?? holderProblem(draft, { transfer, giver, pool })
}

function addressProblem(claim: Claim, giver: Entry, pool: PoolBook): string | undefined {
  if (giver.pool !== pool.name) {
    return `its address is of pool "${giver.pool}", the claim draws from "${pool.name}"`
  }
  const kept = pool.keptFrom(giver.address ?? '', claim.namespace)
  if (kept !== undefined) return `${giver.address} is ${keptBy(kept)}`
  const pin = claim.kind === 'EipClaim' ? claim.spec?.v4Ip : undefined
  const wanted = claim.kind === 'Cluster' ? claim.spec?.serviceAddress : pin
  if (wanted === undefined || wanted === giver.address) return undefined
  return `it holds ${giver.address}, the claim pins ${wanted}`
}

/** Another transfer of this commit was first, or a Service would lose the address. */
function holderProblem(draft: Draft, { transfer, giver, pool }: Try): string | undefined {
  const [namespace] = parts(transfer.from)
  const holder = pool.holderOf(giver?.address ?? '')?.holder
  if (holder !== transfer.from) return `${holder ?? 'nobody'} has ${giver?.address} by now`
  const [used] = draft.view.bindingsOf(namespace, giver?.name ?? '')
  return used?.clusterLives
    ? `Service ${used.service} in cluster "${used.cluster}" uses it`
    : undefined
}

/** The entry that a transfer takes from. */
export function giverOf(draft: Draft, from: string): Entry | undefined {
  const [namespace, key] = parts(from)
  return draft.books.get(namespace)?.get(key)
}

/** `EipClaim photon-prod/web` → namespace and key. */
export function parts(holder: string): readonly [string, string] {
  const { kind, namespace, name } = holderParts(holder)
  return [namespace, entryKey({ kind: kind as Entry['kind'], name })]
}
