import { type EipClaim, objectName } from '../../domain/claims/claim.ts'
import type { Finding } from '../../domain/finding.ts'
import type { PoolBook } from '../../domain/ledger/pool-book.ts'
import { pinProblems } from '../../domain/rules/eip-pin.ts'
import { breach } from '../../domain/rules/rule.ts'
import { claimSpot } from '../../domain/rules/spot.ts'
import { segmentsOf } from '../../domain/segments.ts'
import { coolingFindings } from './cooling-finding.ts'
import type { Draft } from './draft.ts'
import { keptFindings } from './kept.ts'
import { ownAddress } from './own-address.ts'
import { fullMessage, fullRule } from './pool-full.ts'
import { restingAddress } from './resting-address.ts'
import { takenFinding } from './taken.ts'
import { findTransfer, type Source } from './transfers.ts'

/** What a claim gets, or why it gets nothing. */
export interface Found {
  readonly findings: readonly Finding[]
  readonly address?: string
  /** The claim that hands its address over. */
  readonly from?: string
}

/** The address that is handed over, pinned, the claim's own already, or the lowest free one. */
export function addressFor(draft: Draft, claim: EipClaim, source: Source): Found {
  const transfer = findTransfer(draft, claim, source)
  if (transfer.findings.length > 0) return { findings: transfer.findings }
  if (transfer.address !== undefined && transfer.from !== undefined) {
    return { findings: [], address: transfer.address, from: transfer.from }
  }
  return claim.spec?.v4Ip === undefined
    ? floatingAddress(claim, source)
    : pinnedAddress(draft, claim, source)
}

function floatingAddress(claim: EipClaim, { pool, object }: Source): Found {
  const spot = { at: claim.document.at, object: objectName(claim) }
  const own = ownAddress(pool, object)
  if (own !== undefined) {
    const what = `${own}, which ${object} of EipClaim "${claim.name}" has in the cluster,`
    const asked = { pool, address: own, namespace: claim.namespace, what, spot }
    return {
      findings: [...keptFindings(asked), ...coolingFindings(asked, objectName(claim))],
      address: own,
    }
  }
  const address = restingAddress(pool, objectName(claim)) ?? pool.lowestFree()
  if (address !== undefined) return { findings: [], address }
  return { findings: [breach(fullRule, fullMessage(`claim "${claim.name}"`, pool), spot)] }
}

function pinnedAddress(draft: Draft, claim: EipClaim, source: Source): Found {
  return { findings: pinFindings(draft, claim, source), address: claim.seen.v4Ip ?? '' }
}

/** Why a pinned address cannot be had, also of a claim that gets nothing for another reason. */
export function pinFindings(
  draft: Draft,
  claim: EipClaim,
  { pool, object }: { readonly pool: PoolBook | undefined; readonly object: string },
): readonly Finding[] {
  if (pool === undefined || claim.seen.v4Ip === undefined) return []
  const subnet = segmentsOf(draft.platform).subnets.get(pool.name)
  const problems = subnet === undefined ? [] : pinProblems(claim, subnet)
  return [...problems, ...takenBy(draft, claim, { pool, object }), ...heldOff(claim, pool)]
}

function heldOff(claim: EipClaim, pool: PoolBook): readonly Finding[] {
  const { namespace, seen } = claim
  const address = seen.v4Ip ?? ''
  const spot = claimSpot(claim, ['spec', 'v4Ip'])
  const asked = { pool, address, namespace, what: `v4Ip "${address}"`, spot }
  return [...keptFindings(asked), ...coolingFindings(asked, objectName(claim))]
}

function takenBy(draft: Draft, claim: EipClaim, { pool, object }: Source): readonly Finding[] {
  const address = claim.seen.v4Ip ?? ''
  const holder = pool.holderOf(address)
  const foreign = pool.foreignHolderOf(address)
  const who = holder?.holder ?? (foreign === object ? undefined : foreign)
  if (who === undefined || who === objectName(claim)) return []
  const spot = claimSpot(claim, ['spec', 'v4Ip'])
  const taken = { claim, address, what: `v4Ip "${address}"`, who, holder, spot }
  const hint = 'pin another address, or leave v4Ip out to get the lowest free one'
  return [takenFinding(draft, taken, hint)]
}
