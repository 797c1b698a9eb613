import { OutsideError } from '../../../lib/adapters/outside-error.ts'
import type { VipBlock } from '../../../lib/domain/vip/delegation.ts'
import type { TenantRef } from '../../../lib/domain/vip/tenant.ts'
import { kubeconfigSecret, tenantAccess } from '../../../lib/pipeline/tenants/kubeconfig-secret.ts'
import type { Clock } from '../../../lib/ports/clock.ts'
import type { Cluster } from '../../../lib/ports/cluster.ts'
import type { TenantCluster, TenantClusters } from '../../../lib/ports/tenants.ts'
import { isOutage } from '../session.ts'

/** How tenant clusters are visited. */
export interface Visits {
  /** The management cluster, which keeps the kubeconfigs. */
  readonly cluster: Cluster
  /** Its uid. */
  readonly uid: string
  readonly tenants: TenantClusters
  readonly clock: Clock
  /** The VIP blocks of a cluster, by which its Services are told what leads nowhere; absent: they are told nothing. */
  readonly blocksOf?: (ref: TenantRef) => readonly VipBlock[]
}

/** Milliseconds of one visit: a cluster that answers is done in one of them. */
const VISIT_MS = 30_000

/**
 * Does some work in a tenant cluster, in bounded time, and closes what it opened; gives back why it could not be done, which
 * is no absence of anything. Throws `OutsideError` only where our own Lease is lost.
 */
export async function visitTenant<T extends object>(
  ref: TenantRef,
  visits: Visits,
  work: (cluster: TenantCluster) => Promise<T>,
): Promise<T | string> {
  try {
    const access = tenantAccess(await visits.cluster.get(kubeconfigSecret(ref)), ref)
    if (typeof access === 'string') return access
    const cluster = visits.tenants.open(access, visits.clock.now() + VISIT_MS)
    try {
      return (await isManagement(cluster, visits.uid))
        ? 'its kubeconfig is one of the management cluster'
        : await work(cluster)
    } finally {
      await cluster.close()
    }
  } catch (error) {
    if (!isOutage(error)) throw error
    return error.message
  }
}

/** The uid of kube-system stands for a cluster. Whoever wrote the kubeconfig may have meant ours. */
async function isManagement(cluster: Cluster, uid: string): Promise<boolean> {
  const system = await cluster.get({ apiVersion: 'v1', kind: 'Namespace', name: 'kube-system' })
  if (system?.metadata.uid !== undefined) return system.metadata.uid === uid
  throw new OutsideError('it has no namespace kube-system', {
    system: 'kubernetes',
    retryable: true,
  })
}
