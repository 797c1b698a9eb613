import type { FactKind } from '../../lib/pipeline/facts/fact-kinds.ts'
import { kindKey } from '../../lib/pipeline/facts/fact-kinds.ts'
import type { Lists } from '../../lib/pipeline/facts/lists.ts'
import type { Cluster, Listed } from '../../lib/ports/cluster.ts'

type Kind = Pick<FactKind, 'apiVersions' | 'kind'>

/** One list of each kind, as far as they can be had; of a kind with several versions that of the first that is served. */
export async function listKinds(cluster: Cluster, kinds: readonly Kind[]): Promise<Lists> {
  const wanted = new Map(kinds.map((kind) => [kindKey(kind), kind]))
  return new Map(
    await Promise.all(
      [...wanted].map(async ([key, kind]) => [key, await listKind(cluster, kind)] as const),
    ),
  )
}

async function listKind(cluster: Cluster, { apiVersions, kind }: Kind): Promise<Listed> {
  let listed: Listed = { outcome: 'absent-kind' }
  for (const apiVersion of apiVersions) {
    listed = await cluster.list({ apiVersion, kind })
    if (listed.outcome !== 'absent-kind') break
  }
  return listed
}
