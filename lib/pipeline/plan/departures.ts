import type { Finding } from '../../domain/finding.ts'
import {
  type Dropped,
  type Entry,
  entryKey,
  holderName,
  isHeld,
} from '../../domain/ledger/entry.ts'
import { isEgress, objectsOf, vpcOf } from '../../domain/ledger/release.ts'
import { inPhase } from '../../domain/ledger/release-blocks.ts'
import { lifeRules } from '../../domain/rules/life-rules.ts'
import { breach } from '../../domain/rules/rule.ts'
import { bookOf, claimIn, type Draft, documentOf } from './draft.ts'
import { guard } from './guards.ts'
import { type Gone, holdBack } from './hold-back.ts'
import { transfersOf } from './transfers-of.ts'

/** Begins the release of every claim that is gone, as far as guards and brakes allow. */
export function releaseDeparted(draft: Draft): void {
  const givers = new Set(transfersOf(draft).map(({ from }) => from))
  const gone = [...draft.books.keys()]
    .filter((namespace) => draft.inputs.environments.get(namespace)?.readable ?? true)
    .flatMap((namespace) => departed(draft, namespace, givers))
  const leaving = gone.filter(({ namespace, entry }) => {
    const refusals = guard(draft, namespace, entry)
    draft.findings.push(...refusals)
    return refusals.every((finding) => finding.severity !== 'error')
  })
  const held = holdBack(draft, withoutImplicit(leaving))
  const going = leaving.filter(({ namespace, entry }) => !held.has(holderName(namespace, entry)))
  for (const { namespace, entry } of going) {
    if (!isEgress(entry)) release(draft, namespace, entry)
  }
  // An egress address goes with its VPC: had a guard or a brake kept that one, this one stays with it.
  for (const { namespace, entry } of going) {
    if (isEgress(entry) && !hasHeldVpc(draft, namespace)) release(draft, namespace, entry)
  }
}

function hasHeldVpc(draft: Draft, namespace: string): boolean {
  const vpc = vpcOf(bookOf(draft, namespace))
  return isHeld(vpc) && vpc.kind === 'VpcClaim' && vpc.spec.externalAccess
}

/** Held claims without a file. Those that never held anything are forgotten at once. */
function departed(draft: Draft, namespace: string, givers: ReadonlySet<string>): readonly Gone[] {
  const book = bookOf(draft, namespace)
  const gone: Gone[] = []
  for (const [key, entry] of book) {
    // Who takes it over does so later in this plan.
    if (givers.has(holderName(namespace, entry)) || isWanted(draft, namespace, entry)) continue
    if (entry.phase === 'waiting' || entry.phase === 'rejected') book.delete(key)
    if (isHeld(entry)) gone.push({ namespace, entry })
  }
  return gone
}

function isWanted(draft: Draft, namespace: string, entry: Entry): boolean {
  if (claimIn(draft.inputs, namespace, entry) !== undefined) return true
  return entry.origin === 'implicit' && hasVpcFile(draft, namespace)
}

function hasVpcFile(draft: Draft, namespace: string): boolean {
  const claims = draft.inputs.environments.get(namespace)?.claims ?? []
  return claims.some((claim) => claim.kind === 'VpcClaim')
}

/** An implicit egress address is no departure of its own: nobody wrote it, so nobody can acknowledge it. */
function withoutImplicit(gone: readonly Gone[]): readonly Gone[] {
  return gone.filter(({ entry }) => !(isEgress(entry) && entry.origin === 'implicit'))
}

/** Begins the release of one claim. */
export function release(draft: Draft, namespace: string, entry: Entry): void {
  if (entry.imported === true) draft.findings.push(leavesByHand(draft, namespace, entry))
  const { heldBack: _, nonconforming: __, awaits: ___, ...rest } = entry
  const awaits = othersOf(namespace, entry)
  const left = {
    ...rest,
    phase: 'releasing',
    releasedAt: draft.generation,
    ...(awaits.length > 0 ? { awaits } : {}),
  } as Entry
  bookOf(draft, namespace).set(entryKey(entry), inPhase(left, 'Releasing'))
  if (entry.pool && entry.address) draft.pools.get(entry.pool)?.leave(entry.address)
}

/** What had the VIP blocks before, and may use them still; its own objects are on their way out anyway. */
function othersOf(namespace: string, entry: Entry): readonly Dropped[] {
  if (entry.kind !== 'KdcCluster') return []
  const own = new Set(objectsOf(namespace, entry))
  return (entry.awaits ?? []).filter(({ object }) => !own.has(object))
}

function leavesByHand(draft: Draft, namespace: string, entry: Entry): Finding {
  const name = holderName(namespace, entry)
  const objects = objectsOf(namespace, entry).join(', ')
  const what = entry.address === undefined ? 'its names' : entry.address
  const message = `${name} was imported and never taken over, so Netclaim takes nothing of it away: a person removes ${objects}, and ${what} can be given again once that is proven`
  const at = documentOf(draft, namespace, entry)?.at
  return breach(lifeRules.importedLeaves, message, {
    ...(at === undefined ? {} : { at }),
    object: name,
  })
}
