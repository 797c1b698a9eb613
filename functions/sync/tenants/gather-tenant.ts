import { poolLabel } from '../../../lib/domain/vip/lb-contract.ts'
import type { ListOfKind } from '../../../lib/pipeline/facts/lists.ts'
import type { Unit } from '../../../lib/pipeline/sync/desired.ts'
import { type LiveObjects, liveObjects, refOf } from '../../../lib/pipeline/sync/live-objects.ts'
import { managedBy } from '../../../lib/pipeline/sync/rendered-object.ts'
import { kindName } from '../../../lib/pipeline/sync/sync-kinds.ts'
import { tenantKinds } from '../../../lib/pipeline/sync/tenant-kinds.ts'
import type { Cluster, KubeObject } from '../../../lib/ports/cluster.ts'

/** What a tenant cluster has of ours, and of what else has the name of something that is wanted. */
export async function gatherTenant(cluster: Cluster, { objects }: Unit): Promise<LiveObjects> {
  const lists = new Map(
    await Promise.all(
      tenantKinds.map(async (kind) => {
        const labels = `${managedBy}=netclaim`
        return [kindName(kind), await cluster.list(kind, { labels })] as const
      }),
    ),
  )
  const listed = liveObjects(lists)
  const single: KubeObject[] = []
  for (const { id, object } of objects) {
    const there = listed.objects.has(id) ? undefined : await cluster.get(refOf(object))
    if (there !== undefined) single.push(there)
  }
  return liveObjects(lists, single)
}

/** The Services of a tenant cluster that may have a VIP. */
export async function listServices(cluster: Cluster): Promise<ListOfKind> {
  const kind = { apiVersion: 'v1', kind: 'Service' }
  return cluster.list(kind, { labels: `${poolLabel.key}=${poolLabel.value}` })
}
