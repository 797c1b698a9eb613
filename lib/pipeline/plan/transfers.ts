import type { Transfer } from '../../domain/acknowledgement.ts'
import { type Claim, objectName } from '../../domain/claims/claim.ts'
import type { Finding } from '../../domain/finding.ts'
import { type Entry, type EntryOf, entryKey, isHeld } from '../../domain/ledger/entry.ts'
import type { PoolBook } from '../../domain/ledger/pool-book.ts'
import { objectsOf, vpcOf } from '../../domain/ledger/release.ts'
import { lifeRules } from '../../domain/rules/life-rules.ts'
import { breach } from '../../domain/rules/rule.ts'
import { bookOf, claimIn, type Draft } from './draft.ts'

/** What a transfer gives to a claim, or why it cannot. */
export interface Handover {
  readonly findings: readonly Finding[]
  readonly address?: string
  readonly from?: string
}

/** The address that a Transfer of this commit hands to the claim. */
export function findTransfer(draft: Draft, claim: Claim, pool: PoolBook): Handover {
  const transfer = draft.transfers.get(objectName(claim))
  if (transfer === undefined) return { findings: [] }
  const giver = giverOf(draft, transfer.from)
  const problem = problemOf(draft, claim, { transfer, giver, pool })
  if (problem !== undefined || giver?.address === undefined) {
    const message = `Transfer "${transfer.name}" from ${transfer.from} to ${transfer.to} is not possible: ${problem ?? 'there is no address to hand over'}`
    const at = transfer.document.place(['spec', 'from'])
    const findings = [
      breach(lifeRules.transferFailed, message, {
        at,
        object: objectName(claim),
        value: transfer.from,
      }),
    ]
    return { findings }
  }
  return { findings: [], address: giver.address, from: transfer.from }
}

/** Moves the allocation: the giver's entry is gone, the taker waits for its objects. */
export function finishTransfer<Kind extends 'EipClaim' | 'Cluster'>(
  draft: Draft,
  entry: EntryOf<Kind>,
  from: string,
): EntryOf<Kind> {
  const [namespace, key] = parts(from)
  const book = bookOf(draft, namespace)
  const giver = book.get(key)
  book.delete(key)
  const objects = giver === undefined ? [] : objectsOf(namespace, giver, vpcOf(book))
  const awaits = objects.map((object) => ({ object, generation: draft.generation }))
  return {
    ...entry,
    origin: 'transferred',
    ...(draft.reported && awaits.length > 0 ? { awaits } : {}),
  }
}

/** Givers whose taker did not come stay as they are, held back until somebody says what becomes of them. */
export function keepFailedGivers(draft: Draft): void {
  for (const { from } of draft.transfers.values()) {
    const [namespace, key] = parts(from)
    const giver = draft.books.get(namespace)?.get(key)
    if (!isHeld(giver) || claimIn(draft.inputs, namespace, giver) !== undefined) continue
    bookOf(draft, namespace).set(key, { ...giver, heldBack: { brake: 'releases', subject: '*' } })
  }
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
  if (claimIn(draft.inputs, namespace, giver) !== undefined) {
    return `${transfer.from} is still in its file`
  }
  if (giver.pool !== pool.name)
    return `its address is of pool "${giver.pool}", the claim draws from "${pool.name}"`
  const pin = claim.kind === 'EipClaim' ? claim.spec?.v4Ip : undefined
  if (pin !== undefined && pin !== giver.address)
    return `it holds ${giver.address}, the claim pins ${pin}`
  const binding = draft.view.bindingOf(namespace, giver.name)
  if (binding?.clusterLives)
    return `Service ${binding.service} in cluster "${binding.cluster}" uses it`
  return undefined
}

function giverOf(draft: Draft, from: string): Entry | undefined {
  const [namespace, key] = parts(from)
  return draft.books.get(namespace)?.get(key)
}

/** `EipClaim photon-prod/web` → namespace and key. */
function parts(holder: string): readonly [string, string] {
  const [kind = '', path = ''] = holder.split(' ')
  const [namespace = '', name = ''] = path.split('/')
  return [namespace, entryKey({ kind: kind as Entry['kind'], name })]
}
