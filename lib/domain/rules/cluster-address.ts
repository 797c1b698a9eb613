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

/** An address that nobody keeps for the control plane. */
export const clusterAddressUnused: Rule = {
  id: 'cluster/address-unused',
  severity: 'warning',
  wants: 'A serviceAddress stands beside serviceType: LoadBalancer, or beside none.',
  why: 'A Service of another type takes no address from a pool: it is not held, and another cluster may get it.',
  example: 'serviceType: NodePort\nserviceAddress: 172.21.208.104',
  source: `${source}; metallb.io, only Services of type LoadBalancer get an address`,
}

/** Whether the control plane of a Cluster has an address that it can get. */
export function checkClusterAddress(
  claim: Cluster,
  { platform }: ClaimContext,
): readonly Finding[] {
  const { serviceType, serviceAddress } = claim.seen
  const address = parseAddress(serviceAddress ?? '')
  if (serviceType !== undefined && serviceType !== 'LoadBalancer') {
    return address === undefined ? [] : [unused(claim, formatAddress(address), serviceType)]
  }
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

function unused(claim: Cluster, address: string, serviceType: string): Finding {
  const message = `control-plane address "${address}" is not taken from a pool and not held: serviceType is ${quote(serviceType)}`
  const hint = 'write serviceType: LoadBalancer to have the address held'
  return breach(clusterAddressUnused, message, {
    ...controlPlaneSpot(claim, 'serviceAddress'),
    hint,
  })
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
