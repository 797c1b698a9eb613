import type { Removal } from '../../lib/pipeline/sync/plan-removals.ts'
import type { UnitPlan } from '../../lib/pipeline/sync/plan-sync.ts'
import { obstaclesTo } from '../../lib/pipeline/sync/removal-obstacles.ts'
import type { Done } from './apply-step.ts'
import { applyUnit } from './apply-unit.ts'
import { revisionOf } from './gather.ts'
import type { HeldLease } from './lease.ts'
import type { Look } from './look-at.ts'
import type { SyncOptions } from './options.ts'
import type { Left } from './overview.ts'
import { removeObjects } from './remove-objects.ts'
import { isOutage, openSession, type Session } from './session.ts'
import { settle } from './settle.ts'
import type { Guests } from './tenants/guests.ts'

/**
 * Does what was planned: first what a restored cluster has again and must not have, then the platform, then the
 * environments side by side, then what is to go, then the tenant clusters. Ends early, by an `OutsideError`, only where the Lease is lost.
 */
export async function carryOut(
  look: Look,
  lease: HeldLease,
  { guests, ...options }: SyncOptions & { readonly guests: Guests },
): Promise<Left> {
  const { plan, memory } = look
  const { cluster, clock, waitMs = 60_000, progress } = options
  const session = openSession({ cluster, clock, waitMs }, lease)
  const remove = (some: readonly Removal[]) =>
    removeObjects(session, some, obstaclesTo(plan.removals, look.live.objects.values()))
  const first = await remove(plan.removals.filter((one) => one.first))
  progress?.('applying')
  const done = await applyAll(session, look)
  progress?.('removing')
  const removed = await remove(plan.removals.filter((one) => !one.first))
  progress?.('applying to the tenant clusters')
  const tenants = await guests.carryOut(lease)
  progress?.('waiting for what was applied to become healthy')
  const live = await settle(session, look.live, done)
  const { restored, ...rest } = memory
  const isOver = first.every(({ outcome }) => outcome === 'removed')
  const latest = { ...rest, revision: revisionOf(live) || memory.revision }
  await giveBack(lease, isOver || restored === undefined ? latest : { ...latest, restored })
  return { runs: [...first, ...done.map(({ run }) => run), ...removed], live, tenants }
}

async function applyAll(session: Session, { plan, live }: Look): Promise<readonly Done[]> {
  const apply = (unit: UnitPlan) => applyUnit(session, unit, live.lists)
  const done: Done[] = []
  for (const unit of plan.units) if (unit.name === 'platform') done.push(...(await apply(unit)))
  const environments = plan.units.filter(({ name }) => name !== 'platform')
  const rest = await Promise.all(environments.map(apply))
  return [...done, ...rest.flat()]
}

/** A Lease that cannot be given back runs out by itself; what was done is told all the same. */
async function giveBack(lease: HeldLease, memory: Look['memory']): Promise<void> {
  try {
    await lease.release(memory)
  } catch (error) {
    if (!isOutage(error)) throw error
  }
}
