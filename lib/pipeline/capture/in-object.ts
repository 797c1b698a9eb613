import { printable } from '../../domain/printable.ts'
import type { KubeObject } from '../../ports/cluster.ts'
import { shownAt } from '../import/shown-at.ts'
import { addedFields } from '../sync/added-fields.ts'
import type { DesiredObject } from '../sync/desired.ts'
import { differences } from '../sync/differences.ts'
import { inLiveForm } from '../sync/live-form.ts'
import { branches, fieldName, ownFields } from '../sync/managed-fields.ts'

/** Fields that are told of what one manager added to an object: it chooses how many there are. */
const MAX_ADDED = 50

/** One field of a rendered object that is otherwise in the cluster. */
export interface Hand {
  /** `IPAddressPool kmetal-metallb/tenant-cp-pool`. */
  readonly object: string
  /** `.spec.addresses`; of an object that is not there, none. */
  readonly field?: string
  /** As JSON, cut; absent where nothing stands there. */
  readonly live?: string
  readonly rendered?: string
  /** Who wrote it last, as far as the object says; `unknown` where it was printed without. */
  readonly manager: string
  /** When, RFC 3339. */
  readonly since?: string
}

/**
 * What became of a rendered object. `value`: a field of it is otherwise. `unapplied`: so too, and nobody else wrote it.
 * `added`: a field that nothing rendered says. `going`: it is being deleted. `gone`: the cluster does not have it.
 */
type What = 'value' | 'unapplied' | 'added' | 'going' | 'gone'

/** A hand with what it is about. */
export interface Found {
  readonly hand: Hand
  readonly what: What
  readonly wanted: KubeObject
  /** Absent: the cluster does not have it. */
  readonly there?: KubeObject
}

/** Where an object of the cluster is not as it is rendered. */
export function inObject(
  { id, object: rendered }: DesiredObject,
  there: KubeObject,
): readonly Found[] {
  const wanted = inLiveForm(rendered, there)
  const shown = (keys: readonly string[]) => {
    const [live, rendered] = [there, wanted].map((one) => shownAt(one, keys))
    return {
      object: id,
      field: printable(fieldName(keys)),
      ...(live === undefined ? {} : { live }),
      ...(rendered === undefined ? {} : { rendered }),
    }
  }
  const changed = differences(wanted, there)
    .filter(({ kind }) => kind === 'value')
    .map(({ keys, manager, since: time }): Found => {
      const isOurs = manager === undefined && isOwn(there, keys)
      const by = byWhom({ ...(manager === undefined ? {} : { manager }), time })
      return {
        hand: { ...shown(keys), ...by },
        what: isOurs ? 'unapplied' : 'value',
        wanted,
        there,
      }
    })
  const added = addedFields(wanted, there).flatMap(({ owner, fields }) =>
    fields.slice(0, MAX_ADDED).map(
      (keys): Found => ({
        hand: { ...shown(keys), ...byWhom(owner) },
        what: 'added',
        wanted,
        there,
      }),
    ),
  )
  return [...goingOf(id, wanted, there), ...changed, ...added]
}

/** Who deletes an object is nowhere noted; since when it is on its way out, is. */
function goingOf(id: string, wanted: KubeObject, there: KubeObject): readonly Found[] {
  const { deletionTimestamp: time } = there.metadata
  if (time === undefined) return []
  return [{ hand: { object: id, ...byWhom({ time }) }, what: 'going', wanted, there }]
}

/** Do we own the field, or a whole that it is part of? */
function isOwn(live: KubeObject, keys: readonly string[]): boolean {
  let tree = ownFields(live)
  for (const key of keys) {
    if (tree === undefined) return false
    if (branches(tree).length === 0) return true
    tree = Object.hasOwn(tree, key) ? tree[key] : undefined
  }
  return tree !== undefined
}

/** Both as anybody may have written them. */
export function byWhom({
  manager = 'unknown',
  time,
}: {
  manager?: string
  time?: string | undefined
}) {
  return {
    manager: printable(manager, 80),
    ...(time === undefined ? {} : { since: printable(time, 40) }),
  }
}
