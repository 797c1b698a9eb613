import type { Claim } from '../../domain/claims/claim.ts'
import type { Finding } from '../../domain/finding.ts'
import {
  type Dropped,
  type Entry,
  entryKey,
  holderName,
  isHeld,
  isLeaving,
} from '../../domain/ledger/entry.ts'
import { isEgress, vpcOf } from '../../domain/ledger/release.ts'
import { inPhase } from '../../domain/ledger/release-blocks.ts'
import { lifeRules } from '../../domain/rules/life-rules.ts'
import { breach } from '../../domain/rules/rule.ts'
import { claimSpot } from '../../domain/rules/spot.ts'
import { bookOf, claimIn, type Draft } from './draft.ts'

/** Claims but for those that were something else before, which is not gone yet. */
export function withoutLeaving(draft: Draft, claims: readonly Claim[]): readonly Claim[] {
  return claims.filter((claim) => {
    const entry = bookOf(draft, claim.namespace).get(entryKey(claim))
    if (entry === undefined || !isLeaving(entry)) return true
    if (claim.spec !== undefined) draft.findings.push(stillLeaving(claim, entry))
    return false
  })
}

function stillLeaving(claim: Claim, { address }: Entry): Finding {
  const holds = address === undefined ? '' : ` (${address})`
  const message = `${claim.kind} "${claim.name}" is still being released as it was before${holds}: it can return as it was now, or as it is here when that is done`
  return breach(lifeRules.stillLeaving, message, claimSpot(claim, ['spec']))
}

/** The entry is held again as it was, and is rendered when its old objects are gone. */
export function restore(draft: Draft, namespace: string, entry: Entry): Entry {
  const { dropped, releasedAt: _, awaits: earlier = [], ...rest } = entry
  // What was never ours was never taken away.
  const isAwaited = draft.reported && entry.imported !== true
  const awaits: readonly Dropped[] = isAwaited ? [...earlier, ...(dropped ?? [])] : []
  const held = { ...rest, phase: 'held', ...(awaits.length > 0 ? { awaits } : {}) } as Entry
  const next = inPhase(held, 'Revoked')
  bookOf(draft, namespace).set(entryKey(entry), next)
  if (next.pool && next.address)
    draft.pools.get(next.pool)?.take(next.address, holderName(namespace, next))
  return next
}

/** A VPC that is there again has its egress address again, written or not: its router port has no other. */
export function bringBackEgress(draft: Draft, namespace: string): void {
  const book = bookOf(draft, namespace)
  const vpc = vpcOf(book)
  const egress = [...book.values()].find(isEgress)
  if (!isHeld(vpc) || vpc.kind !== 'VpcClaim' || !egress || !isLeaving(egress)) return
  if (vpc.externalSubnet !== egress.pool || claimIn(draft.inputs, namespace, egress)) return
  restore(draft, namespace, { ...egress, spec: { type: 'lrp' }, origin: 'implicit' } as Entry)
}
