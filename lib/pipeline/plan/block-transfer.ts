import type { Transfer } from '../../domain/acknowledgement.ts'
import { type KdcCluster, objectName } from '../../domain/claims/claim.ts'
import type { Finding } from '../../domain/finding.ts'
import { type Dropped, type Entry, type EntryOf, isHeld } from '../../domain/ledger/entry.ts'
import { objectsOf } from '../../domain/ledger/release.ts'
import { inPhase } from '../../domain/ledger/release-blocks.ts'
import { parseAddress } from '../../domain/net/address.ts'
import { parseCidr } from '../../domain/net/cidr.ts'
import { rangeContains } from '../../domain/net/range.ts'
import type { VipBlock } from '../../domain/vip/delegation.ts'
import { type Newcomer, takeRoom, whyNoRoom } from './arena-room.ts'
import { takersOf } from './block-takers.ts'
import { claimIn, type Draft } from './draft.ts'
import { migrationOf } from './migrate-pool.ts'
import { failed, giverOf, parts } from './transfers.ts'
import { spentProblem } from './transfers-of.ts'

/** What a Transfer of this commit hands to a cluster, or why it cannot. */
export interface BlockHandover {
  readonly findings: readonly Finding[]
  /** Withdrawn until the cluster that had them is gone, where that is of the same VPC. */
  readonly taken?: Pick<EntryOf<'KdcCluster'>, 'origin' | 'blocks' | 'awaits'>
  /** Writes down that they are handed over. */
  readonly take?: () => void
}

/**
 * The VIP blocks of a cluster that gets another name, without a release; or those of one that comes to another project with
 * the same addresses. There they are of another VPC, so that they are of use at once, and are given back in the old one as
 * ever.
 */
export function findBlockTransfer(draft: Draft, claim: KdcCluster): BlockHandover {
  const transfer = draft.transfers.get(objectName(claim))
  if (transfer === undefined) return { findings: [] }
  const giver = giverOf(draft, transfer.from)
  if (wasGivenLongAgo(draft, claim, giver)) return { findings: [] }
  const problem = spentProblem(draft, transfer) ?? problemOf(draft, claim, { transfer, giver })
  if (problem !== undefined || giver === undefined)
    return { findings: [failed(transfer, problem ?? `${transfer.from} holds nothing`)] }
  const { blocks = [] } = inPhase(giver, 'Revoked')
  const awaits = draft.reported && !isMoved(transfer) ? awaited(draft, transfer, giver) : []
  return {
    findings: [],
    taken: { origin: 'transferred', blocks, ...(awaits.length > 0 ? { awaits } : {}) },
    take: () => {
      takersOf(draft).set(transfer.from, transfer.to)
      if (isMoved(transfer))
        takeRoom(draft, newcomer(draft, claim, { giver, from: parts(transfer.from)[0] }))
    },
  }
}

/** Whether the blocks of the giver are the taker's now. */
export function hasTakenBlocks(giver: Entry, taker: Entry | undefined): boolean {
  const { blocks = [] } = giver
  const has = new Set(taker?.blocks?.map(({ cidr }) => cidr))
  return blocks.length > 0 && blocks.every(({ cidr }) => has.has(cidr))
}

/** Whether a Transfer leads to another environment. */
export function isMoved({ from, to }: Pick<Transfer, 'from' | 'to'>): boolean {
  return parts(from)[0] !== parts(to)[0]
}

/** Of a commit that is planned again: whether the cluster that took them uses such as the giver does not have. */
export function wasGivenLongAgo(
  draft: Draft,
  { namespace, name }: { readonly namespace: string; readonly name: string },
  giver: Entry | undefined,
): boolean {
  if (draft.lived !== true) return false
  const ranges = (giver?.blocks ?? []).flatMap(({ cidr }) => parseCidr(cidr) ?? [])
  return draft.view.vipsOf(namespace, name).some(({ address: text }) => {
    const address = parseAddress(text)
    return address !== undefined && !ranges.some((range) => rangeContains(range, address))
  })
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
  if (draft.inputs.environments.get(namespace)?.readable === false)
    return `environment "${namespace}" cannot be read, so it is frozen`
  if (claimIn(draft.inputs, namespace, giver) !== undefined)
    return `${transfer.from} is still in its file`
  const taker = takersOf(draft).get(transfer.from)
  if (taker !== undefined) return `${taker} has ${namesOf(giver.blocks)} by now`
  return giverProblem(namespace, giver) ?? takerProblem(draft, claim, { namespace, giver })
}

function giverProblem(namespace: string, giver: Entry): string | undefined {
  const [object] = giver.imported === true ? objectsOf(namespace, giver) : []
  return object === undefined
    ? undefined
    : `${namesOf(giver.blocks)} was imported, and nobody would take ${object} away: take it over first`
}

function takerProblem(
  draft: Draft,
  claim: KdcCluster,
  { namespace, giver }: { readonly namespace: string; readonly giver: Entry },
): string | undefined {
  const { blocks = [] } = giver
  const asked = claim.spec?.blocks ?? 0
  if (blocks.length > asked) {
    const left = namesOf(blocks.slice(asked))
    return `it holds ${blocks.length} blocks, the claim asks for ${asked}: ${left} would be nobody's`
  }
  if (namespace === claim.namespace) return undefined
  const one = newcomer(draft, claim, { giver, from: namespace })
  // Of its own project it goes on under the new name, step by step.
  const migrated = migrationOf(draft, one.pool)
  if (migrated !== undefined) return `${namesOf(blocks)} cannot move: ${migrated}`
  return whyNoRoom(draft, one)
}

function newcomer(
  draft: Draft,
  { namespace, name }: KdcCluster,
  { giver, from }: { readonly giver: Entry; readonly from: string },
): Newcomer {
  const pool = draft.arenas.get(from) ?? draft.vip.poolCidr
  return { namespace, name, blocks: giver.blocks ?? [], pool }
}

function namesOf(blocks: readonly VipBlock[] = []): string {
  return blocks.map(({ cidr }) => cidr).join(', ')
}

/** As long as the old cluster is there its Services have the addresses; one that has them back does not wait for itself. */
function awaited(draft: Draft, transfer: Transfer, giver: Entry): readonly Dropped[] {
  const [namespace] = parts(transfer.from)
  const objects = [`KdcCluster ${namespace}/${giver.name}`, ...objectsOf(namespace, giver)]
  const dropped = objects.map((object) => ({ object, generation: draft.generation }))
  return [...(giver.awaits ?? []), ...dropped].filter(({ object }) => object !== transfer.to)
}
