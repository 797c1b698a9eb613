import type { Transfer } from '../../domain/acknowledgement.ts'
import { type KdcCluster, objectName } from '../../domain/claims/claim.ts'
import type { Finding } from '../../domain/finding.ts'
import { type Dropped, type Entry, type EntryOf, isHeld } from '../../domain/ledger/entry.ts'
import { objectsOf } from '../../domain/ledger/release.ts'
import { inPhase } from '../../domain/ledger/release-blocks.ts'
import { claimIn, type Draft } from './draft.ts'
import { failed, giverOf, parts } from './transfers.ts'
import { spentProblem } from './transfers-of.ts'

/** What a Transfer of this commit hands to a cluster, or why it cannot. */
export interface BlockHandover {
  readonly findings: readonly Finding[]
  /** Withdrawn until the cluster that had them is gone. */
  readonly taken?: Pick<EntryOf<'KdcCluster'>, 'origin' | 'blocks' | 'awaits'>
}

/** The VIP blocks of a cluster that gets another name, without a release; they never leave their project. */
export function findBlockTransfer(draft: Draft, claim: KdcCluster): BlockHandover {
  const transfer = draft.transfers.get(objectName(claim))
  if (transfer === undefined) return { findings: [] }
  const giver = giverOf(draft, transfer.from)
  const problem = spentProblem(draft, transfer) ?? problemOf(draft, claim, { transfer, giver })
  if (problem !== undefined || giver === undefined)
    return { findings: [failed(transfer, problem ?? `${transfer.from} holds nothing`)] }
  const { blocks = [] } = inPhase(giver, 'Revoked')
  const awaits = draft.reported ? awaited(draft, transfer, giver) : []
  return {
    findings: [],
    taken: { origin: 'transferred', blocks, ...(awaits.length > 0 ? { awaits } : {}) },
  }
}

/** Whether the blocks of the giver are the taker's now. */
export function hasTakenBlocks(giver: Entry, taker: Entry | undefined): boolean {
  const { blocks = [] } = giver
  const has = new Set(taker?.blocks?.map(({ cidr }) => cidr))
  return blocks.length > 0 && blocks.every(({ cidr }) => has.has(cidr))
}

interface Try {
  readonly transfer: Transfer
  readonly giver: Entry | undefined
}

function problemOf(draft: Draft, claim: KdcCluster, { transfer, giver }: Try): string | undefined {
  const [namespace] = parts(transfer.from)
  if (!isHeld(giver) || (giver.blocks ?? []).length === 0)
    return `${transfer.from} holds no VIP blocks`
  if (giver.kind !== claim.kind) return `a ${giver.kind} hands over to a ${giver.kind} only`
  if (namespace !== claim.namespace)
    return `VIP blocks are of the arena of project "${namespace}", and do not leave it`
  if (claimIn(draft.inputs, namespace, giver) !== undefined)
    return `${transfer.from} is still in its file`
  const [held, asked] = [giver.blocks?.length ?? 0, claim.spec?.blocks ?? 0]
  return held > asked ? `it holds ${held} blocks, the claim asks for ${asked}` : undefined
}

/** As long as the old cluster is there its Services have the addresses. */
function awaited(draft: Draft, transfer: Transfer, giver: Entry): readonly Dropped[] {
  const [namespace] = parts(transfer.from)
  const objects = [`KdcCluster ${namespace}/${giver.name}`, ...objectsOf(namespace, giver)]
  const dropped = objects.map((object) => ({ object, generation: draft.generation }))
  return [...(giver.awaits ?? []), ...dropped]
}
