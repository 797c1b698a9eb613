import { blockedBy } from '../../lib/pipeline/sync/blocked-by.ts'
import type { DesiredObject } from '../../lib/pipeline/sync/desired.ts'
import { healthOf } from '../../lib/pipeline/sync/health.ts'
import { liveObjects, refOf } from '../../lib/pipeline/sync/live-objects.ts'
import type { Step, UnitPlan } from '../../lib/pipeline/sync/plan-sync.ts'
import { syncKindOf } from '../../lib/pipeline/sync/sync-kinds.ts'
import type { ObjectRun } from '../../lib/pipeline/sync/sync-run.ts'
import type { KubeObject } from '../../lib/ports/cluster.ts'
import { applyStep, type Done } from './apply-step.ts'
import { isOutage, type Session } from './session.ts'

/** Applies a unit wave by wave. What depends on an object that could not be made waits; all else goes on. */
export async function applyUnit(session: Session, { waves }: UnitPlan): Promise<readonly Done[]> {
  const all: Done[] = []
  const missing: DesiredObject[] = []
  for (const wave of waves) {
    const done = await Promise.all(wave.map((step) => applyUnlessBlocked(session, step, missing)))
    await untilServed(session, done)
    for (const one of done) if (!one.exists) missing.push(one.step.desired)
    all.push(...done)
  }
  return all
}

async function applyUnlessBlocked(
  session: Session,
  step: Step,
  missing: readonly DesiredObject[],
): Promise<Done> {
  const { action, desired } = step
  const writes = action.do !== 'nothing' && action.do !== 'leave'
  const blocker = writes ? blockedBy(desired, missing) : undefined
  if (blocker === undefined) return applyStep(session, step)
  const { id, unit } = desired
  const run: ObjectRun = { id, unit, outcome: 'waiting', message: `it needs ${blocker.id} first` }
  return { step, run, exists: false, wrote: false }
}

/** Kinds of which later waves hold objects must be served by then. An outage shows at the next write. */
async function untilServed(session: Session, done: readonly Done[]): Promise<void> {
  const until = session.clock.now() + session.waitMs
  for (const { step, wrote } of done) {
    const { object } = step.desired
    if (!wrote || syncKindOf(object.apiVersion, object.kind)?.gate !== true) continue
    try {
      while (!(await isServed(session, object)) && session.clock.now() < until)
        await session.clock.pause(200)
    } catch (error) {
      if (!isOutage(error)) throw error
    }
  }
}

async function isServed({ cluster }: Session, object: KubeObject): Promise<boolean> {
  const there = await cluster.get(refOf(object))
  return there === undefined || healthOf(there, liveObjects(new Map())).state !== 'progressing'
}
