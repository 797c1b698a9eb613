import type { KubeObject } from '../../ports/cluster.ts'
import type { Desired, DesiredObject, Unit } from './desired.ts'
import type { Ledger } from './explained.ts'
import { type Action, judgeObject } from './judge-object.ts'
import { inLiveForm } from './live-form.ts'
import type { LiveObjects } from './live-objects.ts'
import { type Guest, type Kept, planRemovals, type Removal } from './plan-removals.ts'
import { type Brakes, wayOn } from './removal-brakes.ts'
import type { UnitName } from './units.ts'

/** One wanted object and what is to be done about it. */
export interface Step {
  readonly desired: DesiredObject
  readonly live?: KubeObject
  readonly action: Action
}

/** A unit's steps, wave by wave. */
export interface UnitPlan {
  readonly name: UnitName
  readonly waves: readonly (readonly Step[])[]
}

/** What one run is to do, as far as that is known before it begins. */
export interface SyncPlan {
  /** The platform first, then environments by name; without those of which something cannot be read. */
  readonly units: readonly UnitPlan[]
  readonly removals: readonly Removal[]
  readonly kept: readonly Kept[]
}

export interface SyncRequest {
  readonly desired: Desired
  readonly live: LiveObjects
  readonly ledger: Ledger
  /** Absent: nothing is held back. */
  readonly brakes?: Brakes
  /** The cluster is an older one than was applied to. */
  readonly restored: boolean
  /** `2026-11-30T12:00:00Z`. */
  readonly now: string
  /** Of a cluster of its own, where all that is wanted is ours by its name; absent: of the management cluster. */
  readonly guest?: Guest
}

/** Compares what a state wants with what a cluster has. Reads nothing, decides everything that can be decided ahead. */
export function planSync(request: SyncRequest): SyncPlan {
  const { desired } = request
  const sound = [...desired.values()].filter(({ findings }) => !findings.some(isError))
  const steps = sound.flatMap(({ objects }) => objects.map((one) => stepOf(one, request)))
  const braked = withBrake(steps, request.brakes)
  const byUnit = Map.groupBy(braked, ({ desired: { unit } }) => unit)
  const units = sound.toSorted(platformFirst).map(({ name }) => unitPlan(name, byUnit.get(name)))
  return { units, ...planRemovals(request) }
}

/** Nothing is to be written? */
export function isIdle({ units, removals }: SyncPlan): boolean {
  const acts = ({ action }: Step) => action.do !== 'nothing' && action.do !== 'leave'
  return removals.length === 0 && !units.some(({ waves }) => waves.flat().some(acts))
}

function stepOf(desired: DesiredObject, { live, now, guest }: SyncRequest): Step {
  const there = live.objects.get(desired.id)
  const isOwn = guest !== undefined
  if (there === undefined) return { desired, action: judgeObject(desired, live, { now, isOwn }) }
  const fit = isOwn ? desired : { ...desired, object: inLiveForm(desired.object, there) }
  return { desired: fit, action: judgeObject(fit, live, { now, isOwn }), live: there }
}

/** An address that is taken away for a moment is a release: no more of them than one change may release. */
function withBrake(steps: readonly Step[], brakes?: Brakes): readonly Step[] {
  const isRelease = ({ action, desired }: Step) =>
    action.do === 'recreate' && desired.object.kind === 'OvnEip'
  const count = steps.filter(isRelease).length
  if (brakes === undefined || count <= brakes.limits.releases) return steps
  const message = `${count} addresses would be taken away for a moment, the limit is ${brakes.limits.releases}: ${wayOn(brakes)}`
  return steps.map((step) =>
    isRelease(step) ? { ...step, action: { do: 'leave', because: 'brake', message } } : step,
  )
}

function unitPlan(name: UnitName, steps: readonly Step[] = []): UnitPlan {
  const waves = Map.groupBy(steps, ({ desired }) => desired.wave)
  return { name, waves: [...waves].toSorted(([a], [b]) => a - b).map(([, wave]) => wave) }
}

function platformFirst({ name: a }: Unit, { name: b }: Unit): number {
  const [left, right] = [a === 'platform' ? '' : a, b === 'platform' ? '' : b]
  if (left === right) return 0
  return left < right ? -1 : 1
}

function isError({ severity }: { readonly severity: string }): boolean {
  return severity === 'error'
}
