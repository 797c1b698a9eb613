import { refOf } from '../../lib/pipeline/sync/live-objects.ts'
import type { Step } from '../../lib/pipeline/sync/plan-sync.ts'
import type { ObjectRun, Outcome } from '../../lib/pipeline/sync/sync-run.ts'
import type { Written } from '../../lib/ports/cluster.ts'
import { stepRun } from './overview.ts'
import { isOutage, type Session, untilGone } from './session.ts'
import { statusText } from './words.ts'

/** What became of a step. */
export interface Done {
  readonly step: Step
  readonly run: ObjectRun
  /** Whether the object is there now, be it ours or not. */
  readonly exists: boolean
  readonly wrote: boolean
}

/** Does what is to be done about one object. An outage is told of the object; only a lost Lease throws. */
export async function applyStep(session: Session, step: Step): Promise<Done> {
  const { action, live } = step
  const there = live !== undefined
  if (action.do === 'nothing' || action.do === 'leave')
    return { step, run: stepRun(step), exists: there, wrote: false }
  try {
    if (action.do === 'recreate') {
      const stays = await takeAway(session, step, action.uid)
      if (stays !== undefined) return stays
    }
    if (action.do !== 'apply') {
      const until = session.clock.now() + session.waitMs
      const gone = await untilGone(session, refOf(step.desired.object), { uid: action.uid, until })
      if (!gone) return isDying(step)
    }
    return await apply(session, step)
  } catch (error) {
    if (!isOutage(error)) throw error
    return done(step, 'failed', { exists: there, more: { message: error.message } })
  }
}

/** Undefined: it is going. */
async function takeAway(session: Session, step: Step, uid: string): Promise<Done | undefined> {
  const { desired, live } = step
  const revision = live?.metadata.resourceVersion
  const removed = await session.write(desired.object, () =>
    session.cluster.remove(refOf(desired.object), {
      uid,
      ...(revision === undefined ? {} : { revision }),
    }),
  )
  if (removed.outcome === 'refused')
    return done(step, 'refused', { exists: true, more: { message: statusText(removed) } })
  if (removed.outcome !== 'changed') return undefined
  return done(step, 'waiting', { exists: true, more: { message: 'it has changed meanwhile' } })
}

async function apply(session: Session, step: Step): Promise<Done> {
  const { desired } = step
  const until = session.clock.now() + session.waitMs
  const written = await applied(session, step)
  if (written.outcome !== 'written') return notWritten(step, written)
  const { deletionTimestamp, uid = '' } = written.object.metadata
  if (deletionTimestamp === undefined) return done(step, 'applied', { exists: true, wrote: true })
  // What was applied onto a dying object vanishes with it.
  if (!(await untilGone(session, refOf(desired.object), { uid, until }))) return isDying(step)
  const again = await applied(session, step)
  if (again.outcome !== 'written') return notWritten(step, again)
  return done(step, 'applied', { exists: true, wrote: true })
}

function applied(session: Session, { desired: { object } }: Step): Promise<Written> {
  const { cluster, force } = session
  return session.write(object, () => cluster.apply(object, force === true ? { force } : {}))
}

function notWritten(step: Step, written: Exclude<Written, { outcome: 'written' }>): Done {
  const exists = step.live !== undefined
  if (written.outcome === 'refused')
    return done(step, 'refused', { exists, more: { message: statusText(written) } })
  const { conflicts } = written
  const said = conflicts.map(({ manager, field }) => `${field} is "${manager}"'s`)
  const message = said.length === 0 ? statusText(written) : said.join(', ')
  return done(step, 'conflict', { exists, more: { message, conflicts } })
}

function isDying(step: Step): Done {
  const message = 'the object of that name that was there before is not gone yet'
  return done(step, 'waiting', { exists: false, more: { message } })
}

interface How {
  readonly exists: boolean
  readonly wrote?: boolean
  readonly more?: Pick<ObjectRun, 'message' | 'conflicts'>
}

function done(step: Step, outcome: Outcome, { exists, wrote = false, more = {} }: How): Done {
  const { id, unit } = step.desired
  return { step, exists, wrote, run: { id, unit, outcome, ...more } }
}
