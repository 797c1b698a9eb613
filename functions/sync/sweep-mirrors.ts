import { OutsideError } from '../../lib/adapters/outside-error.ts'
import type { Lists } from '../../lib/pipeline/facts/lists.ts'
import { type OrphanMirror, orphanMirrors } from '../../lib/pipeline/sync/orphan-mirrors.ts'
import type { Clock } from '../../lib/ports/clock.ts'
import type { Cluster } from '../../lib/ports/cluster.ts'
import { instant } from './instant.ts'

/** Takes away the Services that outlived their SwitchLBRule; gives back which could not be, a clause each. */
export async function sweepMirrors(
  { cluster, clock }: { readonly cluster: Cluster; readonly clock: Clock },
  lists: Lists,
): Promise<readonly string[]> {
  const problems: string[] = []
  for (const orphan of orphanMirrors(lists, instant(clock))) {
    const problem = await sweep(cluster, orphan)
    if (problem !== undefined)
      problems.push(`Service ${orphan.namespace}/${orphan.name}, a left over mirror: ${problem}`)
  }
  return problems
}

async function sweep(
  cluster: Cluster,
  { namespace, name, uid, revision, rule }: OrphanMirror,
): Promise<string | undefined> {
  try {
    // The lists are not of one moment: the rule may have come since.
    const ref = { apiVersion: 'kubeovn.io/v1', kind: 'SwitchLBRule', name: rule }
    if ((await cluster.get(ref)) !== undefined) return undefined
    const service = { apiVersion: 'v1', kind: 'Service', namespace, name }
    const removed = await cluster.remove(service, { uid, revision })
    return removed.outcome === 'refused' ? removed.message : undefined
  } catch (error) {
    if (error instanceof OutsideError) return error.message
    throw error
  }
}
