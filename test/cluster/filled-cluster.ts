import { systemClock } from '../../functions/system-clock.ts'
import { type KubernetesCluster, kubernetesCluster } from '../../lib/adapters/kubernetes/cluster.ts'
import { kubeconfigAccess } from '../../lib/adapters/kubernetes/kubeconfig.ts'
import { importKinds } from '../../lib/pipeline/import/import-kinds.ts'
import { syncKinds } from '../../lib/pipeline/sync/sync-kinds.ts'
import type { KubeObject } from '../../lib/ports/cluster.ts'
import { largeCluster } from '../import/large-cluster.ts'

/** Writes that are under way at a time. */
const AT_ONCE = 32
/** Where MetalLB's pools lie, and the Lease of a sync. */
const SPACES = ['kmetal-metallb', 'netclaim']

/** Makes so many tenants, ten objects each, in a cluster, with the statuses that controllers would write; gives how many objects there are. */
export function fillCluster(kubeconfig: string, tenants: number): Promise<number> {
  return withCluster(kubeconfig, async (cluster) => {
    const spaces = SPACES.map((name) => ({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name },
    }))
    const made = largeCluster(tenants).filter(({ metadata }) => metadata.name !== 'kube-system')
    const all: readonly KubeObject[] = [...spaces, ...made]
    const isNamespace = ({ kind }: KubeObject) => kind === 'Namespace'
    await makeAll(cluster, all.filter(isNamespace))
    await makeAll(
      cluster,
      all.filter((one) => !isNamespace(one)),
    )
    return all.length
  })
}

/** `Subnet.kubeovn.io /photon-lan` → its revision: of every object of a kind that an import reads or a sync writes. */
export function revisionsIn(kubeconfig: string): Promise<ReadonlyMap<string, string>> {
  return withCluster(kubeconfig, async (cluster) => {
    const revisions = new Map<string, string>()
    const kinds = [
      ...importKinds.flatMap(({ apiVersions, kind }) =>
        apiVersions.map((apiVersion) => ({ apiVersion, kind })),
      ),
      ...syncKinds,
    ]
    for (const { apiVersion, kind } of kinds) {
      const list = await cluster.list({ apiVersion, kind })
      if (list.outcome === 'absent-kind') continue
      if (list.outcome !== 'whole') throw new Error(`${kind} cannot be listed`)
      for (const { metadata } of list.items as readonly KubeObject[])
        revisions.set(
          `${apiVersion} ${kind} ${metadata.namespace ?? ''}/${metadata.name}`,
          metadata.resourceVersion ?? '',
        )
    }
    return revisions
  })
}

/** The objects that one has and the other has not, or that have another revision there. */
export function movedIn(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (id) => before.get(id) !== after.get(id),
  )
}

async function makeAll(cluster: KubernetesCluster, objects: readonly KubeObject[]): Promise<void> {
  const next = objects.values()
  const makeRest = async () => {
    for (const object of next) {
      const written = [await cluster.create(object)]
      // As its controller would.
      if (object['status'] !== undefined)
        written.push(await cluster.apply(statusOf(object), { part: 'status', force: true }))
      for (const one of written)
        if (one.outcome !== 'written') throw new Error(`${object.kind}: ${one.message}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, makeRest))
}

function statusOf({ apiVersion, kind, metadata, ...object }: KubeObject): KubeObject {
  return { apiVersion, kind, metadata, status: object['status'] }
}

async function withCluster<T>(
  kubeconfig: string,
  use: (cluster: KubernetesCluster) => Promise<T>,
): Promise<T> {
  const access = await kubeconfigAccess(systemClock, { file: kubeconfig })
  const cluster = kubernetesCluster({ access, clock: systemClock })
  try {
    return await use(cluster)
  } finally {
    await cluster.close()
  }
}
