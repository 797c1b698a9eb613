import type { FactKind } from '../../lib/pipeline/facts/fact-kinds.ts'
import { kindKey } from '../../lib/pipeline/facts/fact-kinds.ts'
import type { ListOfKind, Lists } from '../../lib/pipeline/facts/lists.ts'
import type { LiveObjects } from '../../lib/pipeline/sync/live-objects.ts'
import { kindName, liveKinds } from '../../lib/pipeline/sync/sync-kinds.ts'
import type { Cluster } from '../../lib/ports/cluster.ts'

type Kind = Pick<FactKind, 'apiVersions' | 'kind'>

/**
 * One list of each kind, as far as they can be had; of a kind with several versions that of the first that is served. What
 * is in `known` is not listed again.
 */
export async function listKinds(
  cluster: Cluster,
  kinds: readonly Kind[],
  known: Lists = new Map(),
): Promise<Lists> {
  const wanted = new Map(kinds.map((kind) => [kindKey(kind), kind]))
  return new Map(
    await Promise.all(
      [...wanted].map(
        async ([key, kind]) => [key, known.get(key) ?? (await listKind(cluster, kind))] as const,
      ),
    ),
  )
}

/** What a run has listed whole, and all of it: a list that failed is asked for again. */
export function listsOf({ lists }: LiveObjects): Lists {
  const known = new Map<string, ListOfKind>()
  for (const one of liveKinds) {
    const list = lists.get(kindName(one))
    const isKnown = list !== undefined && list.outcome !== 'failed'
    if (isKnown && one.labelled !== true)
      known.set(kindKey({ apiVersions: [one.apiVersion], kind: one.kind }), list)
  }
  return known
}

async function listKind(cluster: Cluster, { apiVersions, kind }: Kind): Promise<ListOfKind> {
  let listed: ListOfKind = { outcome: 'absent-kind' }
  for (const apiVersion of apiVersions) {
    listed = await cluster.list({ apiVersion, kind })
    if (listed.outcome !== 'absent-kind') break
  }
  return listed
}
