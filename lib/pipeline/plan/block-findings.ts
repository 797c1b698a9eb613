import type { KdcCluster } from '../../domain/claims/claim.ts'
import { quote } from '../../domain/claims/quote.ts'
import type { Path } from '../../domain/document.ts'
import type { Finding } from '../../domain/finding.ts'
import type { EntryOf } from '../../domain/ledger/entry.ts'
import { breach, type Rule } from '../../domain/rules/rule.ts'
import { claimSpot } from '../../domain/rules/spot.ts'
import { vipRules } from '../../domain/rules/vip-rules.ts'
import type { BlockReason, Delegation, VipBlock } from '../../domain/vip/delegation.ts'
import { mirroredVips } from '../../domain/vip/mirrored-vips.ts'
import { vipKeys } from '../../domain/vip/vip-keys.ts'
import { networksOf } from './cluster-wish.ts'
import { claimIn, type Draft } from './draft.ts'
import { causeBehind, lostBlocks } from './withdrawals.ts'

/** What a project's clusters had, and what they have now, in the same order. */
export interface Told {
  readonly before: readonly EntryOf<'KdcCluster'>[]
  readonly delegations: readonly Delegation[]
}

/** Says of every cluster with a file why it has no blocks, or fewer than it asks for, and what it loses the use of. */
export function tellBlocks(draft: Draft, namespace: string, { before, delegations }: Told): void {
  for (const [n, delegation] of delegations.entries()) {
    const claim = claimIn(draft.inputs, namespace, { kind: 'KdcCluster', name: delegation.cluster })
    if (claim?.kind !== 'KdcCluster') continue
    const lost = lostBlocks(before[n]?.blocks, delegation)
    draft.findings.push(
      ...reasonFinding(claim, delegation),
      ...ahead(claim, delegation),
      ...unheard(draft, claim, delegation),
      // What is taken from many is told once (`tellCauses`).
      ...(causeBehind(draft, delegation) === undefined ? withdrawn(claim, lost, delegation) : []),
      ...differing(draft, claim),
      ...unmirrored(draft, claim, delegation),
    )
  }
}

const rules: Readonly<Record<BlockReason, Rule | undefined>> = {
  ProviderUnsupported: vipRules.notDelegated,
  OptedOut: vipRules.notDelegated,
  NotActivated: vipRules.notDelegated,
  ClusterAPIObjectMissing: vipRules.notDelegated,
  TenantNetworkConflict: vipRules.tenantNetwork,
  PoolExhausted: vipRules.exhausted,
  Pending: vipRules.notDelegated,
  Delegatable: undefined,
}

const paths: Readonly<Partial<Record<BlockReason, Path>>> = {
  ProviderUnsupported: ['spec', 'workers'],
  OptedOut: ['metadata', 'annotations', vipKeys.cluster.key],
  PoolExhausted: ['spec', 'loadBalancer', 'blocks'],
  TenantNetworkConflict: ['spec', 'network'],
}

function reasonFinding(claim: KdcCluster, { reason, message }: Delegation): readonly Finding[] {
  const rule = rules[reason]
  if (rule === undefined) return []
  const what = `KdcCluster ${quote(claim.name)} gets no VIP blocks (${reason}): ${message}`
  const text =
    reason === 'PoolExhausted' ? `KdcCluster ${quote(claim.name)}: ${message} (${reason})` : what
  return [breach(rule, text, claimSpot(claim, paths[reason] ?? []))]
}

/** What files tell before there is a Cluster. */
function ahead(claim: KdcCluster, delegation: Delegation): readonly Finding[] {
  if (delegation.ahead === undefined) return []
  const { reason, message } = delegation.ahead
  const rule = reason === 'PoolExhausted' ? vipRules.shortAhead : vipRules.tenantNetwork
  const text =
    reason === 'PoolExhausted'
      ? `KdcCluster ${quote(claim.name)}: ${message} (${reason})`
      : `KdcCluster ${quote(claim.name)} will get no VIP blocks (${reason}): ${message}`
  return [breach(rule, text, claimSpot(claim, paths[reason] ?? []))]
}

/** Somebody asks by name for what the mode does not give. */
function unheard(
  { vip }: Draft,
  claim: KdcCluster,
  { reason, blocks }: Delegation,
): readonly Finding[] {
  if (reason !== 'NotActivated' || claim.seen.choice !== 'enabled' || blocks.length > 0) return []
  const { key } = vipKeys.cluster
  const message = `annotation ${key} is enabled, but LB_BLOCK_MODE is ${vip.mode}: no cluster gets new blocks`
  const spot = claimSpot(claim, ['metadata', 'annotations', key])
  return [breach(vipRules.optInUnheard, message, spot)]
}

/** Live blocks that go out of use; they are kept for the cluster. */
function withdrawn(
  claim: KdcCluster,
  lost: readonly VipBlock[],
  { reason, message }: Delegation,
): readonly Finding[] {
  if (lost.length === 0) return []
  const what = lost.map(({ cidr }) => cidr).join(', ')
  const text = `KdcCluster ${quote(claim.name)} loses the use of ${what} (${reason}): ${message}`
  const hint = 'its LoadBalancer Services lose their addresses; the blocks are kept for it'
  return [breach(vipRules.withdrawn, text, { ...claimSpot(claim, paths[reason] ?? []), hint })]
}

/** So many Services are named in one message. */
const LISTED = 3

/** Services of the cluster that have an address which leads nowhere. */
function unmirrored(
  { view }: Draft,
  claim: KdcCluster,
  { namespace, cluster, blocks }: Delegation,
): readonly Finding[] {
  const { left } = mirroredVips(view.vipsOf(namespace, cluster), blocks)
  if (left.length === 0) return []
  const some = left.slice(0, LISTED).map(({ vip, why }) => `${vip.service} (${why})`)
  const more = left.length > LISTED ? `, and ${left.length - LISTED} more` : ''
  const text = `of KdcCluster ${quote(claim.name)} no VIP leads to Service ${some.join(', ')}${more}`
  return [breach(vipRules.serviceLimit, text, claimSpot(claim, []))]
}

/** Two files that say what one cluster's ranges are, and differ. */
function differing(draft: Draft, claim: KdcCluster): readonly Finding[] {
  const networks = networksOf(draft, claim.namespace, claim.name)
  const pairs = [
    { field: 'podCIDR', own: claim.seen.pods, others: networks.pods ?? [] },
    { field: 'serviceCIDR', own: claim.seen.services, others: networks.services ?? [] },
  ]
  return pairs.flatMap(({ field, own, others }) => {
    if (own === undefined || others.length === 0 || own === others.join(',')) return []
    const message = `${field} ${own} is not what Cluster ${quote(claim.name)} has: ${others.join(', ')}`
    const spot = claimSpot(claim, ['spec', 'network', field])
    return [breach(vipRules.networkDiffers, message, spot)]
  })
}
