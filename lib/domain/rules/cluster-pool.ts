import type { Cluster } from '../claims/claim.ts'
import { quote } from '../claims/quote.ts'
import type { Finding } from '../finding.ts'
import type { ClaimContext } from './claim-context.ts'
import { breach, type Rule } from './rule.ts'
import { claimSpot } from './spot.ts'

const source = 'kMetal networking tasks, address pools; metallb docs, address-pool'

/** The annotations that name a pool; MetalLB takes the first that is there. */
const poolAnnotations = ['metallb.io/address-pool', 'metallb.universe.tf/address-pool'] as const

/** A pool that there is. */
export const clusterUnknownPool: Rule = {
  id: 'cluster/unknown-pool',
  severity: 'error',
  wants: 'The pool that an address-pool annotation names is there, by the name of its object.',
  why: 'MetalLB leaves the Service pending with AllocationFailed: unknown pool.',
  example: 'metallb.io/address-pool: tenantControlPlanes   # the object is called tenant-cp-pool',
  source,
}

/** A tenant's control plane out of the tenants' pool. */
export const clusterManagementPool: Rule = {
  id: 'cluster/management-pool',
  severity: 'error',
  wants: 'The control plane of a tenant cluster draws from tenant-cp-pool.',
  why: 'mgmt-pool serves the Services of the operators; a tenant would hold one of its addresses.',
  example: 'metallb.universe.tf/address-pool: mgmt-pool   # on a Cluster',
  source,
}

/** One annotation, of the prefix of today. */
export const clusterPoolTwice: Rule = {
  id: 'cluster/pool-twice',
  severity: 'warning',
  wants: 'A Cluster names its pool by one annotation.',
  why: 'MetalLB takes metallb.io/address-pool, and the pool that metallb.universe.tf/address-pool names is not read.',
  example: 'metallb.io/address-pool: tenant-cp-pool\nmetallb.universe.tf/address-pool: mgmt-pool',
  source: 'metallb internal/k8s/controllers, annotations; release notes 0.14.9',
}

/** The pool that a Cluster names for its control plane, and where. */
export function poolOfCluster(
  claim: Cluster,
): { readonly annotation: string; readonly pool: string } | undefined {
  for (const annotation of poolAnnotations) {
    const pool = claim.annotations[annotation]
    if (pool !== undefined) return { annotation, pool }
  }
  return undefined
}

/** Whether the pool that a Cluster names serves control planes. */
export function checkClusterPool(claim: Cluster, context: ClaimContext): readonly Finding[] {
  const [counts, former] = poolAnnotations
  const [pool, other] = [claim.annotations[counts], claim.annotations[former]]
  const problems = poolProblem(claim, context)
  if (pool === undefined || other === undefined || pool === other) return problems
  const message = `${former} ${quote(other)} is not read beside ${counts} ${quote(pool)}`
  const spot = claimSpot(claim, ['metadata', 'annotations', former])
  return [...problems, breach(clusterPoolTwice, message, { ...spot, hint: 'leave it out' })]
}

function poolProblem(claim: Cluster, { platform }: ClaimContext): readonly Finding[] {
  const named = poolOfCluster(claim)
  if (named === undefined || named.pool === 'tenant-cp-pool') return []
  const spot = claimSpot(claim, ['metadata', 'annotations', named.annotation])
  if (named.pool === 'mgmt-pool') {
    const message = `pool "mgmt-pool" serves the operators, the control plane of Cluster ${quote(claim.name)} belongs into tenant-cp-pool`
    return [breach(clusterManagementPool, message, spot)]
  }
  if (platform === undefined) return []
  const message = `there is no pool ${quote(named.pool)} for the control plane of Cluster ${quote(claim.name)}`
  const hint = 'write tenant-cp-pool, the name of the object that tenantControlPlanes makes'
  return [breach(clusterUnknownPool, message, { ...spot, hint })]
}
