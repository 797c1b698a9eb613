import { healthOf } from '../../lib/pipeline/sync/health.ts'
import { specOf } from '../../lib/pipeline/sync/in-place.ts'
import { type LiveObjects, liveObjects, refOf } from '../../lib/pipeline/sync/live-objects.ts'
import { fieldOf, listOf, textOf } from '../../lib/pipeline/sync/loose.ts'
import { managedBy } from '../../lib/pipeline/sync/rendered-object.ts'
import { kindName, syncKindOf } from '../../lib/pipeline/sync/sync-kinds.ts'
import type { KubeObject, ObjectRef } from '../../lib/ports/cluster.ts'
import type { Done } from './apply-step.ts'
import { isOutage, type Session } from './session.ts'

const none = liveObjects(new Map())

/** Milliseconds in which an API server finds a new kind, be it ever so busy; waits for health have nothing to do with it. */
const SERVED_MS = 30_000

/**
 * Waits, for a bounded time, until the kinds that were defined are served, of which later waves hold objects: a definition
 * is established a moment before the API finds its kind. A run that was stopped may have left one that is not yet.
 */
export async function untilServed(
  session: Session,
  done: readonly Done[],
  lists: LiveObjects['lists'],
): Promise<void> {
  const { clock } = session
  const until = clock.now() + SERVED_MS
  for (const { step, exists, wrote } of done) {
    const { object } = step.desired
    if (!exists || syncKindOf(object.apiVersion, object.kind)?.gate !== true) continue
    if (!wrote && step.live !== undefined && wasServed(step.live, lists)) continue
    try {
      while (!(await isServed(session, object)) && clock.now() < until) await clock.pause(200)
    } catch (error) {
      // It shows at the next write, too.
      if (!isOutage(error)) throw error
    }
  }
}

function wasServed(definition: KubeObject, lists: LiveObjects['lists']): boolean {
  if (!isOver(definition)) return false
  return kindsOf(definition).every((one) => lists.get(kindName(one))?.outcome !== 'absent-kind')
}

async function isServed({ cluster }: Session, definition: KubeObject): Promise<boolean> {
  const there = await cluster.get(refOf(definition))
  if (there === undefined) return true
  if (!isOver(there)) return false
  for (const kind of kindsOf(there)) {
    const listed = await cluster.list(kind, { labels: `${managedBy}=netclaim` })
    if (listed.outcome === 'absent-kind') return false
  }
  return true
}

/** It is established, or never will be. */
function isOver(definition: KubeObject): boolean {
  return healthOf(definition, none).state !== 'progressing'
}

function kindsOf(definition: KubeObject): readonly Pick<ObjectRef, 'apiVersion' | 'kind'>[] {
  if (healthOf(definition, none).state !== 'healthy') return []
  const { group, names, versions } = specOf(definition)
  return listOf(versions)
    .filter((one) => fieldOf(one, 'served') === true)
    .map((one) => ({
      apiVersion: `${textOf(group)}/${textOf(fieldOf(one, 'name'))}`,
      kind: textOf(fieldOf(names, 'kind')),
    }))
}
