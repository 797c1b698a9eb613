import { healthOf } from '../../lib/pipeline/sync/health.ts'
import { specOf } from '../../lib/pipeline/sync/in-place.ts'
import { liveObjects, refOf } from '../../lib/pipeline/sync/live-objects.ts'
import { fieldOf, listOf, textOf } from '../../lib/pipeline/sync/loose.ts'
import { syncKindOf, syncKinds } from '../../lib/pipeline/sync/sync-kinds.ts'
import type { KubeObject } from '../../lib/ports/cluster.ts'
import type { Done } from './apply-step.ts'
import { isOutage, type Session } from './session.ts'

/** An API server serves a new kind within a second or two; what it said before about that kind is kept for some more. */
const PATIENCE_MS = 30_000

/** Waits until kinds that were just declared can be had, since later waves hold objects of them. */
export async function untilServed(session: Session, done: readonly Done[]): Promise<void> {
  const until = session.clock.now() + PATIENCE_MS
  for (const { step, wrote } of done) {
    const { object } = step.desired
    if (!wrote || syncKindOf(object.apiVersion, object.kind)?.gate !== true) continue
    try {
      while (!(await isServed(session, object)) && session.clock.now() < until)
        await session.clock.pause(200)
    } catch (error) {
      // It shows at the next write, too.
      if (!isOutage(error)) throw error
    }
  }
}

async function isServed({ cluster }: Session, crd: KubeObject): Promise<boolean> {
  const there = await cluster.get(refOf(crd))
  if (there === undefined) return true
  if (healthOf(there, liveObjects(new Map())).state === 'progressing') return false
  for (const kind of declaredBy(crd)) {
    const { outcome } = await cluster.list(kind)
    if (outcome === 'absent-kind') return false
  }
  return true
}

/** The kinds of a CRD that are rendered. */
function declaredBy(crd: KubeObject) {
  const spec = specOf(crd)
  const kind = textOf(fieldOf(spec['names'], 'kind'))
  const versions = listOf(spec['versions']).map((one) => textOf(fieldOf(one, 'name')))
  const apis = versions.map((version) => `${textOf(spec['group'])}/${version}`)
  return syncKinds.filter((one) => one.kind === kind && apis.includes(one.apiVersion))
}
