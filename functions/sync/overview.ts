import { tenantName } from '../../lib/domain/vip/tenant.ts'
import { claimHealth, healthOf } from '../../lib/pipeline/sync/health.ts'
import type { LiveObjects } from '../../lib/pipeline/sync/live-objects.ts'
import type { Step, SyncPlan } from '../../lib/pipeline/sync/plan-sync.ts'
import type { ObjectRun, SyncRun, TenantRun } from '../../lib/pipeline/sync/sync-run.ts'
import { forgeAway } from '../../lib/pipeline/sync/verify-state.ts'
import type { Look } from './look-at.ts'
import type { TenantDone } from './tenants/carry-out-tenants.ts'

/** A run that wrote nothing: what would have been done. */
export function outlook({ units, removals }: Pick<SyncPlan, 'units' | 'removals'>) {
  return [
    ...units.flatMap(({ waves }) => waves.flat().map(stepRun)),
    ...removals.map(({ id, unit }): ObjectRun => ({ id, unit, outcome: 'to-remove' })),
  ]
}

/** What a run left behind. */
export interface Left {
  readonly runs: readonly ObjectRun[]
  /** As the cluster has them now. */
  readonly live: LiveObjects
  readonly tenants: readonly TenantDone[]
}

/** The whole run: what became of every object, with its health as the cluster has it now. */
export function overview(
  { fetched, state, desired, plan, memory, refusals, warnings }: Look,
  { runs, live, tenants }: Left,
): SyncRun {
  const { commit, generation, source } = fetched.candidate
  const units = [...desired.values(), ...tenants.map(({ tenant }) => tenant.unit)]
  const broken = units.filter(({ findings }) => findings.length > 0)
  const kept = plan.kept.map(
    ({ id, unit, message }): ObjectRun => ({ id, unit, outcome: 'kept', message }),
  )
  const left = broken.flatMap(({ objects }) =>
    objects.map(({ id, unit }): ObjectRun => {
      return { id, unit, outcome: 'left', message: 'its unit cannot be read whole' }
    }),
  )
  const judged = (run: ObjectRun) =>
    withHealth(run, live, state.target === 'operator' ? claimHealth : healthOf)
  return {
    commit,
    generation,
    ...(source === undefined ? {} : { source }),
    cluster: memory.uid,
    ...(state.mode === 'shadow' ? { shadow: true } : {}),
    ...(memory.restored === undefined ? {} : { restored: memory.restored }),
    objects: refusals.length > 0 ? [] : [...left, ...runs, ...kept].map(judged),
    findings: [
      ...refusals,
      ...warnings,
      ...(fetched.away === undefined ? [] : [forgeAway(commit, fetched.away)]),
      ...broken.flatMap(({ findings }) => findings),
    ],
    ...(tenants.length === 0 ? {} : { tenants: tenants.map(tenantRun) }),
  }
}

function tenantRun({ tenant: { ref }, seen, runs }: TenantDone): TenantRun {
  const problem = seen === undefined ? 'its turn did not come in this run' : seen
  const is = { tenant: tenantName(ref), objects: runs }
  return typeof problem === 'string' ? { ...is, problem } : is
}

const going: ReadonlySet<ObjectRun['outcome']> = new Set(['removed', 'removing', 'to-remove'])

/** The same with the health of what is there and stays. */
export function withHealth(run: ObjectRun, live: LiveObjects, judge = healthOf): ObjectRun {
  const object = live.objects.get(run.id)
  if (object === undefined || going.has(run.outcome)) return run
  return { ...run, health: judge(object, live) }
}

/** A step as it is before anything is written. */
export function stepRun({ desired: { id, unit }, action }: Step): ObjectRun {
  if (action.do === 'nothing') return { id, unit, outcome: 'unchanged' }
  if (action.do === 'await-gone')
    return { id, unit, outcome: 'waiting', message: 'the object of that name is being deleted' }
  if (action.do === 'recreate') {
    const message = `made anew for ${action.fields.join(', ')}`
    return { id, unit, outcome: 'to-apply', message }
  }
  if (action.do === 'apply') {
    const message = action.fields.map(({ field }) => field).join(', ')
    return { id, unit, outcome: 'to-apply', ...(message === '' ? {} : { message }) }
  }
  const { because, message, conflicts } = action
  const outcome = because === 'conflict' ? 'conflict' : because === 'unknown' ? 'failed' : 'left'
  return { id, unit, outcome, message, ...(conflicts === undefined ? {} : { conflicts }) }
}
