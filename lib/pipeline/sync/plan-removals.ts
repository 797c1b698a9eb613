import { printable } from '../../domain/printable.ts'
import type { KubeObject } from '../../ports/cluster.ts'
import type { Desired } from './desired.ts'
import type { Ledger } from './explained.ts'
import { holdOf } from './hold.ts'
import { type LiveObjects, unknownKind } from './live-objects.ts'
import { otherAppliers, ownFields } from './managed-fields.ts'
import { type Brakes, type Departing, tripped } from './removal-brakes.ts'
import { removalWave } from './removal-wave.ts'
import { environmentLabel, managedBy } from './rendered-object.ts'
import { kindName, liveKinds, type SyncKind, syncKindOf } from './sync-kinds.ts'
import type { UnitName } from './units.ts'

/** An object of ours that is to go. */
export interface Removal {
  readonly id: string
  readonly unit: UnitName
  /** Removed from the highest on; each is awaited before the next. */
  readonly wave: number
  readonly object: KubeObject
  /** Before anything is applied: a restored cluster has it again, and its address may be another's by now. */
  readonly first: boolean
}

/** An object that is no longer wanted and stays all the same. */
export interface Kept {
  readonly id: string
  readonly unit: UnitName
  readonly because: 'hold' | 'foreign' | 'brake' | 'unit' | 'unknown'
  readonly message: string
}

/** A cluster that is one unit, with kinds of its own. */
export interface Guest {
  readonly unit: UnitName
  readonly kinds: readonly SyncKind[]
}

export interface Removals {
  readonly removals: readonly Removal[]
  readonly kept: readonly Kept[]
}

export interface RemovalRequest {
  readonly desired: Desired
  readonly live: LiveObjects
  readonly ledger: Ledger
  /** Absent: nothing is held back. */
  readonly brakes?: Brakes
  /** The cluster is an older one than was applied to: what was gone may be there again. */
  readonly restored: boolean
  /** `2026-11-30T12:00:00Z`. */
  readonly now: string
  /** Absent: it is the management cluster. */
  readonly guest?: Guest
}

/** What the cluster has of ours and the state does not want, as far as the ledger says why or the brakes let it go. */
export function planRemovals(request: RemovalRequest): Removals {
  const { ledger, restored } = request
  const kept: Kept[] = []
  const sure: Removal[] = []
  const surprises: Departing[] = []
  for (const [id, object] of unwanted(request)) {
    const unit = request.guest?.unit ?? unitOfLive(object)
    const stays = reasonToStay(object, unit, request)
    const why = ledger.explain(object)
    const back = restored && why === 'unknown-claim'
    const wave = removalWave(object, request.guest !== undefined)
    const removal = { id, unit, wave, object, first: back }
    const isGoing = object.metadata.deletionTimestamp !== undefined
    if (stays !== undefined) kept.push({ id, unit, ...stays })
    else if (back || why === 'released' || isGoing) sure.push(removal)
    else surprises.push(removal)
  }
  const held = tripped(surprises, request)
  for (const one of surprises) {
    const message = held.get(one.id)
    if (message === undefined) sure.push(one)
    else kept.push({ id: one.id, unit: one.unit, because: 'brake', message })
  }
  return { removals: sure.toSorted((a, b) => b.wave - a.wave), kept }
}

/** Objects that carry our label. With a CRD all objects of its kind would go: a person's, and nobody's hurry. */
function unwanted({ desired, live }: RemovalRequest): readonly (readonly [string, KubeObject])[] {
  const wanted = new Set(
    [...desired.values()].flatMap(({ objects }) => objects.map(({ id }) => id)),
  )
  return [...live.objects].filter(
    ([id, { apiVersion, kind, metadata }]) =>
      !wanted.has(id) &&
      metadata.labels?.[managedBy] === 'netclaim' &&
      syncKindOf(apiVersion, kind) !== undefined &&
      kind !== 'CustomResourceDefinition',
  )
}

type Reason = Pick<Kept, 'because' | 'message'>

function reasonToStay(
  object: KubeObject,
  unit: UnitName,
  { desired, live, now, guest }: RemovalRequest,
): Reason | undefined {
  const keep = reasonToKeep(object, now)
  if (keep !== undefined) return keep
  if (desired.get(unit)?.findings.some(({ severity }) => severity === 'error'))
    return { because: 'unit', message: `what ${unit} should hold cannot be read whole` }
  const unknown = unknownAbove(object, live, guest)
  return unknown === undefined ? undefined : { because: 'unknown', message: unknown }
}

/** Why an object that carries our label must not be removed, as far as it says so itself. */
export function reasonToKeep(object: KubeObject, now: string): Reason | undefined {
  const { metadata } = object
  if (ownFields(object) === undefined)
    return { because: 'foreign', message: 'it carries our label, but Netclaim never applied it' }
  const [other] = otherAppliers(object)
  if (other !== undefined)
    return { because: 'foreign', message: `"${printable(other, 80)}" applies it too` }
  if ((metadata.ownerReferences ?? []).length > 0)
    return { because: 'foreign', message: 'another object owns it' }
  const hold = holdOf(object, now)
  return hold === undefined ? undefined : { because: 'hold', message: hold }
}

/** Of what goes before it, a kind that cannot be listed may still have objects. */
function unknownAbove(
  object: KubeObject,
  live: LiveObjects,
  guest: Guest | undefined,
): string | undefined {
  const own = removalWave(object, guest !== undefined)
  for (const kind of guest?.kinds ?? liveKinds) {
    if (kind.wave <= own) continue
    const unknown = unknownKind(live, kindName(kind))
    if (unknown !== undefined) return unknown
  }
  return undefined
}

function unitOfLive({ metadata }: KubeObject): UnitName {
  const environment = metadata.labels?.[environmentLabel]
  return environment === undefined ? 'platform' : `environments/${environment}`
}
