import { OutsideError } from '../../lib/adapters/outside-error.ts'
import type { Desired } from '../../lib/pipeline/sync/desired.ts'
import { type LiveObjects, liveObjects, refOf } from '../../lib/pipeline/sync/live-objects.ts'
import { managedBy } from '../../lib/pipeline/sync/rendered-object.ts'
import {
  kindName,
  liveKinds,
  type SyncKind,
  syncKindOf,
} from '../../lib/pipeline/sync/sync-kinds.ts'
import type { Cluster, KubeObject, Listed } from '../../lib/ports/cluster.ts'

/** What the cluster has of every kind that is rendered: a list each, and one look at what no list would show. */
export async function gather(cluster: Cluster, desired: Desired): Promise<LiveObjects> {
  const lists = new Map(await listAll(cluster, liveKinds))
  const listed = liveObjects(lists)
  const single: KubeObject[] = []
  const unseen = [...desired.values()].flatMap(({ objects }) =>
    objects.filter(({ id, object }) => isUnlisted(object) && !listed.objects.has(id)),
  )
  const closed = new Set<string>()
  for (const { object } of unseen) {
    const kind = kindName(object)
    if (closed.has(kind)) continue
    try {
      const there = await cluster.get(refOf(object))
      if (there !== undefined) single.push(there)
    } catch (error) {
      if (!(error instanceof OutsideError)) throw error
      // Of that kind nobody knows what there is; of all others that says nothing.
      closed.add(kind)
      lists.set(kind, { outcome: 'failed', message: error.message })
    }
  }
  return single.length + closed.size === 0 ? listed : liveObjects(lists, single)
}

/** The same with fresh lists of some kinds. */
export async function gatherAgain(
  cluster: Cluster,
  { lists }: LiveObjects,
  kinds: ReadonlySet<string>,
): Promise<LiveObjects> {
  const some = liveKinds.filter((one) => kinds.has(kindName(one)))
  return liveObjects(new Map([...lists, ...(await listAll(cluster, some))]))
}

/** The latest revision of the store that a list was of; empty where none could be listed. */
export function revisionOf({ lists }: LiveObjects): string {
  let latest = ''
  for (const list of lists.values()) {
    if (list.outcome !== 'whole' || !/^\d{1,20}$/.test(list.revision)) continue
    if (latest === '' || BigInt(list.revision) > BigInt(latest)) latest = list.revision
  }
  return latest
}

/** Side by side; in the order of the kinds, whichever answers first. */
function listAll(
  cluster: Cluster,
  kinds: readonly SyncKind[],
): Promise<readonly (readonly [string, Listed])[]> {
  return Promise.all(
    kinds.map(async (kind) => [kindName(kind), await listOf(cluster, kind)] as const),
  )
}

function listOf(cluster: Cluster, kind: SyncKind): Promise<Listed> {
  return cluster.list(kind, kind.labelled === true ? { labels: `${managedBy}=netclaim` } : {})
}

function isUnlisted({ apiVersion, kind }: KubeObject): boolean {
  return syncKindOf(apiVersion, kind)?.labelled === true
}
