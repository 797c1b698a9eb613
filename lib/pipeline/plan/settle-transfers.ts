import type { Transfer } from '../../domain/acknowledgement.ts'
import { type Entry, isHeld } from '../../domain/ledger/entry.ts'
import { holderParts } from '../../domain/ledger/holder-name.ts'
import { objectsOf } from '../../domain/ledger/release.ts'
import { same } from '../../domain/same.ts'
import { hasTakenBlocks, isMoved, wasGivenLongAgo } from './block-transfer.ts'
import { release } from './departures.ts'
import { bookOf, claimIn, type Draft } from './draft.ts'
import { takenBack } from './taken-back.ts'
import { failed, giverOf, parts, placeOf } from './transfers.ts'
import { transfersOf } from './transfers-of.ts'
import { whyNotTaken } from './why-not-taken.ts'

/**
 * Ends the transfers of this commit: a giver whose taker came is forgotten. Every other giver loses nothing; what is
 * no longer in a file is held back until somebody says what becomes of it.
 */
export function settleTransfers(draft: Draft): void {
  for (const transfer of transfersOf(draft)) {
    const [namespace, key] = parts(transfer.from)
    const giver = giverOf(draft, transfer.from)
    if (isDone(draft, transfer)) {
      end(draft, transfer, giver)
      continue
    }
    if (wasDone(draft, transfer)) {
      if (isHeld(giver) && isGone(draft, namespace, giver)) release(draft, namespace, giver)
      continue
    }
    const told = draft.findings.some(({ at }) => same(at, placeOf(transfer)))
    if (!told)
      draft.findings.push(
        failed(transfer, `${transfer.to} does not take it: ${whyNotTaken(draft, transfer)}`),
      )
    if (!isHeld(giver) || giver.origin === 'implicit' || !isGone(draft, namespace, giver)) continue
    bookOf(draft, namespace).set(key, { ...giver, heldBack: [{ brake: 'releases', subject: '*' }] })
  }
  draft.findings.push(...takenBack(draft))
}

/** What the giver had is the taker's, but for VIP blocks in another VPC: those are there as long as anything stands for them. */
function end(draft: Draft, transfer: Transfer, giver: Entry | undefined): void {
  const [namespace, key] = parts(transfer.from)
  if (giver?.kind !== 'KdcCluster' || !isMoved(transfer)) bookOf(draft, namespace).delete(key)
  else if (isHeld(giver)) release(draft, namespace, giver)
}

/** Whether the address is the taker's now, by this very transfer. */
function isDone(draft: Draft, transfer: Transfer): boolean {
  const giver = giverOf(draft, transfer.from)
  if (draft.transfers.get(transfer.to) !== transfer || transfer.from === transfer.to) return false
  if (giver?.kind === 'KdcCluster') return hasTakenBlocks(giver, giverOf(draft, transfer.to))
  if (giver?.pool === undefined || giver.address === undefined) return false
  return draft.pools.get(giver.pool)?.holderOf(giver.address)?.holder === transfer.to
}

/** Planned again, a giver may have got another address than the one that it handed over, which its taker has by now. */
function wasDone(draft: Draft, { from, to }: Transfer): boolean {
  const taker = giverOf(draft, to)
  if (draft.lived !== true || !isHeld(taker)) return false
  if (taker.kind === 'KdcCluster')
    return wasGivenLongAgo(draft, holderParts(to), giverOf(draft, from))
  if (taker.address === undefined) return false
  const [object = ''] = objectsOf(parts(to)[0], taker)
  return draft.view.addressesOf(object).includes(taker.address)
}

function isGone(draft: Draft, namespace: string, giver: Entry): boolean {
  const isReadable = draft.inputs.environments.get(namespace)?.readable ?? true
  return isReadable && claimIn(draft.inputs, namespace, giver) === undefined
}
