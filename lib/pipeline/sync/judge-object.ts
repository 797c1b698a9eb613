import { arenaFinalizer } from '../../domain/vip/address-arena.ts'
import type { FieldConflict, KubeObject } from '../../ports/cluster.ts'
import type { DesiredObject } from './desired.ts'
import { type Difference, differences, isEqual } from './differences.ts'
import { holdOf } from './hold.ts'
import { replacementFor } from './in-place.ts'
import { type LiveObjects, unknownKind } from './live-objects.ts'
import { ownFields } from './managed-fields.ts'
import { isProtected } from './protected.ts'
import { claimOf } from './rendered-object.ts'
import { kindName } from './sync-kinds.ts'

/** What is to be done about one wanted object. */
export type Action =
  | { readonly do: 'nothing' }
  /** `fields`: what differs; none for an object that is not there. `adopts`: it was made by somebody else. */
  | {
      readonly do: 'apply'
      readonly fields: readonly Difference[]
      readonly adopts?: true
    }
  /** It is being deleted: to be awaited, then made anew. */
  | { readonly do: 'await-gone'; readonly uid: string }
  /** Its controller ignores the change: delete, await, make anew. */
  | { readonly do: 'recreate'; readonly uid: string; readonly fields: readonly string[] }
  | Left

/** An object that is not touched, and why. */
export interface Left {
  readonly do: 'leave'
  readonly because: 'conflict' | 'hold' | 'foreign' | 'needs-person' | 'unknown' | 'brake'
  readonly message: string
  readonly conflicts?: readonly FieldConflict[]
}

/**
 * What is to be done, as far as that can be said before the API server is asked. `now`: `2026-11-30T12:00:00Z`. `isOwn`: the
 * object is ours by its name alone.
 */
export function judgeObject(
  desired: DesiredObject,
  live: LiveObjects,
  { now, isOwn }: { readonly now: string; readonly isOwn: boolean },
): Action {
  const there = live.objects.get(desired.id)
  if (there === undefined) {
    const unknown = unknownKind(live, kindName(desired.object))
    return unknown === undefined ? { do: 'apply', fields: [] } : left('unknown', unknown)
  }
  const hold = holdOf(there, now)
  if (hold !== undefined) return left('hold', hold)
  const { uid = '', deletionTimestamp } = there.metadata
  if (deletionTimestamp !== undefined)
    return isProtected(there) ? left('needs-person', PROTECTED) : { do: 'await-gone', uid }
  if (isOwn) return judgeNamed(desired, there)
  if (ownFields(there) !== undefined) return judgeOwn(desired, there, live)
  if (!mayAdopt(desired, there))
    return left('foreign', `${desired.id} exists, differs, and was not made by Netclaim`)
  // Of what somebody else made, the API server alone knows which fields would be taken from whom.
  const fields = differences(desired.object, there)
  const change = replacementFor(desired.object, there, live)
  if (change === undefined) return { do: 'apply', fields, adopts: true }
  const message = `${desired.id} was not made by Netclaim, and does not take another ${change.fields.join(', ')} in place`
  return left('needs-person', message)
}

function judgeOwn({ object }: DesiredObject, there: KubeObject, live: LiveObjects): Action {
  const fields = differences(object, there)
  if (fields.length === 0) return { do: 'nothing' }
  return conflictOf(fields) ?? replacement({ object }, there, live) ?? { do: 'apply', fields }
}

const PROTECTED = `somebody deleted it, and its finalizer ${arenaFinalizer} keeps it as long as its project lives: once a person takes that off, it is made anew`

/** What is ours by its name is made as it is wanted, whoever made it or has changed it. */
function judgeNamed({ object }: DesiredObject, there: KubeObject): Action {
  const fields = differences(object, there)
  return fields.length === 0 ? { do: 'nothing' } : { do: 'apply', fields }
}

/** How a change is made that its controller ignores in place; undefined where it can be applied. */
function replacement(
  { object }: Pick<DesiredObject, 'object'>,
  there: KubeObject,
  live: LiveObjects,
): Action | undefined {
  const change = replacementFor(object, there, live)
  if (change === undefined) return undefined
  if (change.by === 'person') return left('needs-person', change.why)
  return { do: 'recreate', uid: there.metadata.uid ?? '', fields: change.fields }
}

/** An object that exists already becomes ours when it is what we want, or says itself to be the claim's. */
function mayAdopt({ object }: DesiredObject, there: typeof object): boolean {
  if (isEqual(object, there)) return true
  const claim = claimOf(object)
  return claim !== undefined && claimOf(there) === claim
}

function conflictOf(found: readonly Difference[]): Left | undefined {
  const conflicts = found.flatMap(({ manager, field, since }) =>
    manager === undefined ? [] : [{ manager, field, ...(since === undefined ? {} : { since }) }],
  )
  if (conflicts.length === 0) return undefined
  const said = conflicts.map(
    ({ manager, field, since }) =>
      `${field} is "${manager}"'s${since === undefined ? '' : ` since ${since}`}`,
  )
  return { do: 'leave', because: 'conflict', message: said.join(', '), conflicts }
}

function left(because: Left['because'], message: string): Left {
  return { do: 'leave', because, message }
}
