import { OutsideError } from '../../lib/adapters/outside-error.ts'
import { kindKey } from '../../lib/pipeline/facts/fact-kinds.ts'
import { itemsOf, type ListOfKind, type Lists } from '../../lib/pipeline/facts/lists.ts'
import { importKinds } from '../../lib/pipeline/import/import-kinds.ts'
import type { Cluster } from '../../lib/ports/cluster.ts'
import { listKinds } from '../sync/list-kinds.ts'

/** Everything that an import asks a cluster for. Throws `OutsideError` where a list cannot be had: what it has would look free. */
export async function readCluster(
  cluster: Cluster,
  progress: (doing: string) => void,
): Promise<Lists> {
  const lists = new Map<string, ListOfKind>()
  let count = 0
  for (const [n, kind] of importKinds.entries()) {
    progress(`listing ${kind.kind}, kind ${n + 1} of ${importKinds.length}, after ${count} objects`)
    for (const [key, list] of await listKinds(cluster, [kind])) {
      lists.set(key, list)
      count += itemsOf(lists, key)?.length ?? 0
    }
    const found = lists.get(kindKey(kind))
    if (found?.outcome !== 'failed' || kind.isHint === true) continue
    const message = `${kind.kind} cannot be listed: ${found.message}`
    throw new OutsideError(message, { system: 'kubernetes', retryable: false })
  }
  return lists
}
