import { blockedBy } from '../../lib/pipeline/sync/blocked-by.ts'
import type { DesiredObject } from '../../lib/pipeline/sync/desired.ts'
import type { LiveObjects } from '../../lib/pipeline/sync/live-objects.ts'
import type { Step, UnitPlan } from '../../lib/pipeline/sync/plan-sync.ts'
import type { ObjectRun } from '../../lib/pipeline/sync/sync-run.ts'
import { applyStep, type Done } from './apply-step.ts'
import type { Session } from './session.ts'
import { untilServed } from './until-served.ts'

/** Applies a unit wave by wave. What depends on an object that could not be made waits; all else goes on. */
export async function applyUnit(
  session: Session,
  { waves }: UnitPlan,
  lists: LiveObjects['lists'],
): Promise<readonly Done[]> {
  const all: Done[] = []
  const missing: DesiredObject[] = []
  for (const wave of waves) {
    const done = await Promise.all(wave.map((step) => applyUnlessBlocked(session, step, missing)))
    await untilServed(session, done, lists)
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
