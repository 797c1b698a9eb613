import { refOf } from '../../lib/pipeline/sync/live-objects.ts'
import { type Removal, reasonToKeep } from '../../lib/pipeline/sync/plan-removals.ts'
import { isProtected, unprotected } from '../../lib/pipeline/sync/protected.ts'
import type { ObjectRun, Outcome } from '../../lib/pipeline/sync/sync-run.ts'
import { instant } from './instant.ts'
import { isOutage, type Session, untilGone } from './session.ts'
import { statusText } from './words.ts'

/**
 * Takes objects away, each unit wave by wave from the highest on: the next wave only when all of this one is gone, not
 * when that was merely asked for. The platform comes after the environments, whose addresses lie on its segments.
 */
export async function removeObjects(
  session: Session,
  removals: readonly Removal[],
  obstacles: ReadonlyMap<string, string>,
): Promise<readonly ObjectRun[]> {
  const byUnit = Map.groupBy(removals, ({ unit }) => unit)
  const environments = [...byUnit].filter(([unit]) => unit !== 'platform')
  const runs = await Promise.all(
    environments.map(([, some]) => removeUnit(session, some, { obstacles })),
  )
  const left = runs.flat().find(({ outcome }) => outcome !== 'removed')
  const platform = byUnit.get('platform') ?? []
  const behind = left === undefined ? {} : { behind: left.id }
  return [...runs.flat(), ...(await removeUnit(session, platform, { obstacles, ...behind }))]
}

interface Before {
  readonly obstacles: ReadonlyMap<string, string>
  /** What is not gone yet, though it was to go before all of these. */
  readonly behind?: string
}

async function removeUnit(
  session: Session,
  removals: readonly Removal[],
  before: Before,
): Promise<readonly ObjectRun[]> {
  const runs: ObjectRun[] = []
  let { behind } = before
  for (const [, wave] of Map.groupBy(removals, (one) => one.wave)) {
    const until = session.clock.now() + session.waitMs
    const done = await Promise.all(
      wave.map(async (one) => {
        const first = behind ?? before.obstacles.get(one.id)
        if (first === undefined) return removeOne(session, one, until)
        return run(one, 'to-remove', `${first} must be gone first`)
      }),
    )
    runs.push(...done)
    behind ??= done.find(({ outcome }) => outcome !== 'removed')?.id
  }
  return runs
}

async function removeOne(session: Session, removal: Removal, until: number): Promise<ObjectRun> {
  const { object } = removal
  const { uid = '' } = object.metadata
  const ref = refOf(object)
  try {
    const stays = await ask(session, removal)
    if (stays !== undefined) return stays
    if (isProtected(object)) await letGo(session, removal)
    if (await untilGone(session, ref, { uid, until })) return run(removal, 'removed')
    const finalizers = (object.metadata.finalizers ?? []).join(', ')
    return run(removal, 'removing', `it waits for ${finalizers || 'its finalizers'}`)
  } catch (error) {
    if (!isOutage(error)) throw error
    return run(removal, 'failed', error.message)
  }
}

/** Controllers write to an object while others go: it is looked at again, and deleted as it was seen. */
const TRIES = 5

/** Asks for the deletion of an object as it is now; undefined: it is going. */
async function ask(session: Session, removal: Removal): Promise<ObjectRun | undefined> {
  const { cluster, clock } = session
  const { uid = '' } = removal.object.metadata
  const ref = refOf(removal.object)
  for (let n = 0; n < TRIES; n += 1) {
    const there = await cluster.get(ref)
    if (there === undefined || there.metadata.deletionTimestamp !== undefined) return undefined
    const { resourceVersion } = there.metadata
    if (there.metadata.uid !== uid) return run(removal, 'to-remove', 'it was made anew meanwhile')
    const keeps = reasonToKeep(there, instant(clock))
    if (keeps !== undefined) return run(removal, 'kept', keeps.message)
    const revision = resourceVersion === undefined ? {} : { revision: resourceVersion }
    const removed = await session.write(ref, () => cluster.remove(ref, { uid, ...revision }))
    if (removed.outcome === 'refused') return run(removal, 'refused', statusText(removed))
    if (removed.outcome !== 'changed') return undefined
  }
  return run(removal, 'to-remove', 'it changes all the time, and is looked at again')
}

/** Takes off the finalizer by which we keep what is wanted: it is not any more. */
async function letGo(session: Session, { object }: Removal): Promise<void> {
  const { cluster } = session
  const ref = refOf(object)
  for (let n = 0; n < TRIES; n += 1) {
    const there = await cluster.get(ref)
    if (there === undefined || there.metadata.uid !== object.metadata.uid || !isProtected(there))
      return
    const { outcome } = await session.write(ref, () => cluster.replace(unprotected(there)))
    if (outcome !== 'conflict') return
  }
}

function run({ id, unit }: Removal, outcome: Outcome, message?: string): ObjectRun {
  return { id, unit, outcome, ...(message === undefined ? {} : { message }) }
}
