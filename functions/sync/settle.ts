import { healthOf } from '../../lib/pipeline/sync/health.ts'
import type { LiveObjects } from '../../lib/pipeline/sync/live-objects.ts'
import { kindName } from '../../lib/pipeline/sync/sync-kinds.ts'
import type { KubeObject } from '../../lib/ports/cluster.ts'
import type { Done } from './apply-step.ts'
import { gatherAgain } from './gather.ts'
import type { Session } from './session.ts'

/** Waits, for a bounded time, until what was applied is healthy or has failed; gives what the cluster has then. */
export async function settle(
  { cluster, clock, waitMs }: Session,
  live: LiveObjects,
  done: readonly Done[],
): Promise<LiveObjects> {
  const until = clock.now() + waitMs
  const applied = done.filter(({ wrote }) => wrote)
  let seen = await gatherAgain(cluster, live, new Set(live.lists.keys()))
  for (let wait = 200; ; wait = Math.min(3_000, wait * 1.5)) {
    const slow = applied.filter(({ step }) => isUnderway(seen.objects.get(step.desired.id), seen))
    if (slow.length === 0 || clock.now() + wait > until) return seen
    await clock.pause(wait)
    const kinds = new Set(slow.flatMap(({ step }) => looksAt(kindName(step.desired.object))))
    seen = await gatherAgain(cluster, seen, kinds)
  }
}

function isUnderway(object: KubeObject | undefined, live: LiveObjects): boolean {
  return object !== undefined && healthOf(object, live).state !== 'healthy'
}

/** A rule is judged by what it names. */
function looksAt(kind: string): readonly string[] {
  return kind.startsWith('Ovn') ? [kind, 'OvnEip', 'Subnet'] : [kind]
}
