import { type KdcClusterSpec } from '../claims/kdc-cluster.ts'
import { kubevirt } from '../claims/kdc-cluster-file.ts'
import { quote } from '../claims/quote.ts'
import { parseCidr } from '../net/cidr.ts'
import { rangesOverlap } from '../net/range.ts'
import { listed } from '../rules/listed.ts'
import type { BlockReason, VipBlock } from './delegation.ts'
import type { VipConfig } from './vip-config.ts'
import { vipKeys } from './vip-keys.ts'

/** A range that a cluster has inside itself. */
export interface TenantRange {
  readonly what: 'pod' | 'service'
  /** Canonical CIDR. */
  readonly cidr: string
}

/** What one cluster asks of its project's arena, and what it has of it. */
export interface ClusterWish {
  readonly name: string
  readonly spec: KdcClusterSpec
  readonly blocks: readonly VipBlock[]
  /** Whether there is a Cluster of the Cluster API, in Git or in what a cluster reported. */
  readonly hasCluster: boolean
  readonly ranges: readonly TenantRange[]
  /** What of an earlier life of it, or of whom it takes over, is not gone yet. */
  readonly awaits: readonly string[]
  /** Nothing new is given to it. */
  readonly isFrozen: boolean
}

/** What holds for a whole project. */
export interface ProjectStanding {
  readonly namespace: string
  readonly config: VipConfig
  /** The pool that the project's blocks come from. */
  readonly pool: string
  /** Annotation `network.kube-dc.com/address-reservation: disabled` of its Namespace. */
  readonly isExcluded: boolean
  /** Why the pool cannot be used in this project, as a clause: it overlaps a subnet. */
  readonly poolProblem?: string
  /** How far a migration away from the pool is, as a clause: nothing is given, and what there is, is withdrawn. */
  readonly migration?: string | undefined
}

/**
 * How a cluster stands before anything is given. `give`: it has blocks, or gets them. `keep`: what it has stays as it is.
 * `revoke`: what it has is kept for it, and withdrawn.
 */
export interface Standing {
  readonly effect: 'give' | 'keep' | 'revoke'
  readonly reason: BlockReason
  readonly message: string
}

const may: Standing = { effect: 'give', reason: 'Delegatable', message: '' }

/** The first reason, in the order of the seed's table as design 12.8 fixes it, for which a cluster gets nothing. */
export function standingOf(wish: ClusterWish, project: ProjectStanding): Standing {
  const standing =
    excluded(wish, project) ??
    notActivated(wish, project) ??
    notThere(wish) ??
    conflict(wish, project) ??
    unsettled(wish, project) ??
    may
  return project.migration === undefined ? standing : { ...standing, effect: 'revoke' }
}

/** The same, if the mode were `enable`: what `observe` tells. */
export function standingIfEnabled(wish: ClusterWish, project: ProjectStanding): Standing {
  return standingOf(wish, { ...project, config: { ...project.config, mode: 'enable' } })
}

function excluded({ spec }: ClusterWish, { namespace, isExcluded }: ProjectStanding) {
  const others = spec.providers.filter((one) => one !== kubevirt)
  if (others.length > 0) {
    const message = `worker pools run on ${listed(others)}, VIPs are for ${kubevirt} alone: its LoadBalancer Services take the provider's own path`
    return revoke('ProviderUnsupported', message)
  }
  if (spec.choice === 'disabled') {
    return revoke('OptedOut', `annotation ${vipKeys.cluster.key} is disabled`)
  }
  if (!isExcluded) return undefined
  const message = `annotation ${vipKeys.project.key} of Namespace ${quote(namespace)} is disabled`
  return revoke('OptedOut', message)
}

function notActivated({ spec }: ClusterWish, { config }: ProjectStanding): Standing | undefined {
  const { mode, requireOptIn } = config
  if (mode === 'off') return revoke('NotActivated', 'LB_BLOCK_MODE is off')
  if (requireOptIn && spec.choice !== 'enabled') {
    const message = `LB_BLOCK_REQUIRE_OPT_IN is true, and annotation ${vipKeys.cluster.key} is not enabled`
    return revoke('NotActivated', message)
  }
  if (mode === 'enable') return undefined
  return { effect: 'keep', reason: 'NotActivated', message: 'LB_BLOCK_MODE is observe' }
}

/** The cluster may be on its way, or facts may be old: nothing is taken from it. */
function notThere({ name, hasCluster }: ClusterWish): Standing | undefined {
  if (hasCluster) return undefined
  const message = `there is no Cluster ${quote(name)} of the Cluster API yet`
  return { effect: 'keep', reason: 'ClusterAPIObjectMissing', message }
}

function conflict({ ranges }: ClusterWish, { pool }: ProjectStanding): Standing | undefined {
  const vips = parseCidr(pool)
  const hit = ranges.find(({ cidr }) => {
    const range = parseCidr(cidr)
    return range !== undefined && vips !== undefined && rangesOverlap(range, vips)
  })
  if (hit === undefined) return undefined
  const message = `its ${hit.what} range ${hit.cidr} overlaps the VIP pool ${pool}`
  return revoke('TenantNetworkConflict', message)
}

function unsettled(
  { awaits }: ClusterWish,
  { pool, config, poolProblem, migration }: ProjectStanding,
): Standing | undefined {
  if (migration !== undefined) return revoke('Pending', migration)
  if (pool !== config.poolCidr) {
    const message = `its project's blocks came from ${pool}, VIP_POOL_CIDR is ${config.poolCidr}: they are withdrawn until the pool is migrated`
    return revoke('Pending', message)
  }
  if (poolProblem !== undefined) return { effect: 'keep', reason: 'Pending', message: poolProblem }
  if (awaits.length === 0) return undefined
  const message = `it waits until ${listed(awaits)} ${awaits.length === 1 ? 'is' : 'are'} gone`
  return { effect: 'keep', reason: 'Pending', message }
}

function revoke(reason: BlockReason, message: string): Standing {
  return { effect: 'revoke', reason, message }
}
