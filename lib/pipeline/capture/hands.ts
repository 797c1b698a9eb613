import { printable } from '../../domain/printable.ts'
import type { FieldOwner, KubeObject } from '../../ports/cluster.ts'
import { kindKey } from '../facts/fact-kinds.ts'
import { itemsOf, type Lists } from '../facts/lists.ts'
import { type Live, type LiveObject, readLive } from '../import/live.ts'
import { shownAt } from '../import/shown-at.ts'
import type { StateTree } from '../report.ts'
import { type DesiredObject, desiredOf } from '../sync/desired.ts'
import { differences } from '../sync/differences.ts'
import { inLiveForm } from '../sync/live-form.ts'
import { branches, isController, ownFields } from '../sync/managed-fields.ts'
import { finalizersOf, managersOf } from './managers-of.ts'

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

/** A hand with what it is about. `ours`: nobody else wrote the field, so it only was not applied yet. */
export interface Found {
  readonly hand: Hand
  readonly wanted: KubeObject
  /** Absent: the cluster does not have it. */
  readonly there?: KubeObject
  readonly isOurs: boolean
}

/** What the cluster has beside what is wanted of it. */
export interface Hands {
  readonly found: readonly Found[]
  /** Kinds that were not read: nothing is said of their objects. */
  readonly unread: readonly string[]
  readonly live: Live
  /** Ids of the rendered objects. */
  readonly rendered: ReadonlySet<string>
  /** Who made an object, as far as it says. */
  readonly makerOf: (one: LiveObject) => Hand
}

/** Where the cluster is not as the state says. */
export function handsIn(state: StateTree, lists: Lists): Hands {
  const { live } = readLive(lists)
  const raw = rawObjects(lists)
  const itemOf = (key: string, name: string, namespace = '') =>
    raw.get(`${key} ${namespace}/${name}`) ?? {}
  const found: Found[] = []
  const unread = new Set<string>()
  const wanted = [...desiredOf(state).values()].flatMap(({ objects }) => objects)
  for (const one of wanted) {
    const key = keyOf(one.object)
    const { name, namespace } = one.object.metadata
    const there = live.get(key, name, namespace)
    if (there !== undefined)
      found.push(...inObject(one, withOwners(there.object, itemOf(key, name, namespace))))
    else if (itemsOf(lists, key) === undefined) unread.add(one.object.kind)
    else
      found.push({
        hand: { object: one.id, manager: 'unknown' },
        wanted: one.object,
        isOurs: false,
      })
  }
  return {
    found,
    unread: [...unread].toSorted(),
    live,
    rendered: new Set(wanted.map(({ id }) => id)),
    makerOf: (one) => makerOf(one, managersOf(itemOf(one.key, one.name, one.namespace))),
  }
}

/** The first who wrote it and is no controller. */
function makerOf({ id }: LiveObject, owners: readonly FieldOwner[]): Hand {
  const { manager = 'unknown', time } =
    owners.find((one) => one.subresource === undefined && !isController(one)) ?? {}
  return {
    object: id,
    manager: printable(manager, 80),
    ...(time === undefined ? {} : { since: printable(time, 40) }),
  }
}

function withOwners(object: KubeObject, item: object): KubeObject {
  const managedFields = managersOf(item)
  const metadata = { ...object.metadata, ...finalizersOf(item), managedFields }
  return { ...object, metadata }
}

function keyOf({ apiVersion, kind }: KubeObject): string {
  return kindKey({ apiVersions: [apiVersion], kind })
}

/** The objects as they were read, for what `readLive` leaves out. */
function rawObjects(lists: Lists): ReadonlyMap<string, object> {
  const found = new Map<string, object>()
  for (const key of lists.keys())
    for (const item of itemsOf(lists, key) ?? []) {
      const { metadata } = item as { metadata?: { name?: unknown; namespace?: unknown } | null }
      const { name, namespace } = metadata ?? {}
      const space = typeof namespace === 'string' ? namespace : ''
      if (typeof name === 'string') found.set(`${key} ${space}/${name}`, item)
    }
  return found
}

function inObject({ id, object: rendered }: DesiredObject, there: KubeObject): readonly Found[] {
  const object = inLiveForm(rendered, there)
  return differences(object, there)
    .filter(({ kind }) => kind === 'value')
    .map(({ field, manager, since }) => {
      const [live, rendered] = [there, object].map((one) => shownAt(one, field))
      return {
        hand: {
          object: id,
          field: printable(field),
          ...(live === undefined ? {} : { live }),
          ...(rendered === undefined ? {} : { rendered }),
          manager: printable(manager ?? 'unknown', 80),
          ...(since === undefined ? {} : { since: printable(since, 40) }),
        },
        wanted: object,
        there,
        isOurs: manager === undefined && isOwn(there, field),
      }
    })
}

/** Do we own the field, or a whole that it is part of? */
function isOwn(live: KubeObject, field: string): boolean {
  let tree = ownFields(live)
  for (const step of field.slice(1).split('.')) {
    if (tree === undefined) return false
    if (branches(tree).length === 0) return true
    tree = Object.hasOwn(tree, `f:${step}`) ? tree[`f:${step}`] : undefined
  }
  return tree !== undefined
}
