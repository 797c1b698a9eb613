import type { Cluster } from '../claims/claim.ts'
import { quote } from '../claims/quote.ts'
import type { Finding } from '../finding.ts'
import { formatAddress, parseAddress } from '../net/address.ts'
import { rangeOf } from '../net/range.ts'
import { setOverlap } from '../net/range-set.ts'
import type { ClaimContext } from './claim-context.ts'
import { poolOfCluster } from './cluster-pool.ts'
import { controlPlaneSpot } from './cluster-spot.ts'
import { breach, type Rule } from './rule.ts'

const source = 'kMetal networking tasks, control-plane addresses'

/** A pin that MetalLB can honour. */
export const clusterAddressOutside: Rule = {
  id: 'cluster/address-outside-pools',
  severity: 'error',
  wants: 'A pinned control-plane address lies in tenant-cp-pool.',
  why: 'MetalLB gives no address outside its pools: the Service stays pending with AllocationFailed.',
  example: 'serviceAddress: 172.21.209.5   # tenant-cp-pool is 172.21.208.100-172.21.208.250',
  source: `${source}; metallb/metallb #173`,
}

/** A pin out of the tenants' pool. */
export const clusterAddressInManagement: Rule = {
  id: 'cluster/address-in-management-pool',
  severity: 'error',
  wants: 'A pinned control-plane address does not lie in mgmt-pool.',
  why: 'MetalLB would honour it, and a tenant would hold an address of the management.',
  example: 'serviceAddress: 172.21.204.210   # in mgmt-pool',
  source,
}

/** Control planes are pinned. */
export const clusterAddressNotPinned: Rule = {
  id: 'cluster/address-not-pinned',
  severity: 'warning',
  wants: 'A control plane behind a LoadBalancer Service has a pinned address.',
  why: 'It goes into kubeconfigs and certificates; without a pin it may come out of either pool and may change.',
  example: 'serviceType: LoadBalancer   # no serviceAddress',
  source: `${source}; clastix/kamaji #92`,
}

/** Whether the control plane of a Cluster has an address that it can get. */
export function checkClusterAddress(
  claim: Cluster,
  { platform }: ClaimContext,
): readonly Finding[] {
  const { serviceType, serviceAddress } = claim.seen
  const address = parseAddress(serviceAddress ?? '')
  if (serviceType !== undefined && serviceType !== 'LoadBalancer') return []
  if (address === undefined) return notPinned(claim)
  if (platform === undefined) return []
  const spot = controlPlaneSpot(claim, 'serviceAddress')
  const what = `control-plane address "${formatAddress(address)}"`
  const pool = platform.pools.find(
    ({ usable }) => setOverlap(usable, rangeOf(address)) !== undefined,
  )
  if (pool?.name === 'tenant-cp-pool') return []
  if (pool !== undefined) {
    const message = `${what} is in mgmt-pool, a tenant's belongs into tenant-cp-pool`
    return [breach(clusterAddressInManagement, message, spot)]
  }
  const message = `${what} is neither in tenant-cp-pool nor in any other pool`
  return [breach(clusterAddressOutside, message, spot)]
}

/** A Cluster that names its pool, or says nothing of its Service, may go without a pin. */
function notPinned(claim: Cluster): readonly Finding[] {
  if (claim.seen.serviceType === undefined || poolOfCluster(claim) !== undefined) return []
  const message = `the control plane of Cluster ${quote(claim.name)} has no pinned address and may get one of any pool`
  const hint =
    'write a free address of tenant-cp-pool as serviceAddress, or name the pool: metallb.io/address-pool: tenant-cp-pool'
  const spot = controlPlaneSpot(claim, 'serviceType')
  return [breach(clusterAddressNotPinned, message, { ...spot, hint })]
}
