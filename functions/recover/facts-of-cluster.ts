import { OutsideError } from '../../lib/adapters/outside-error.ts'
import type { Facts } from '../../lib/domain/facts.ts'
import type { Checked } from '../../lib/domain/finding.ts'
import { factKinds } from '../../lib/pipeline/facts/fact-kinds.ts'
import { factsFromLists } from '../../lib/pipeline/facts/facts-from-lists.ts'
import type { Clock } from '../../lib/ports/clock.ts'
import type { Cluster } from '../../lib/ports/cluster.ts'
import { readLease } from '../sync/lease.ts'
import { listKinds } from '../sync/list-kinds.ts'

/**
 * What a cluster has, and which state it applied last, as the sync's Lease remembers it. Throws `OutsideError` for a list
 * that cannot be had: what it would show could be given again.
 */
export async function factsOfCluster(
  cluster: Cluster,
  { clock, namespace }: { readonly clock: Clock; readonly namespace: string },
): Promise<Checked<Facts>> {
  const lists = await listKinds(cluster, factKinds)
  for (const [kind, list] of lists) {
    if (list.outcome !== 'failed') continue
    const message = `${kind} cannot be listed: ${list.message}`
    throw new OutsideError(message, { system: 'kubernetes', retryable: true })
  }
  const { memory } = await readLease({ cluster, clock, identity: 'netclaim-recover', namespace })
  const { commit, generation } = memory ?? {}
  return factsFromLists(
    lists,
    commit === undefined || generation === undefined ? {} : { applied: { commit, generation } },
  )
}
