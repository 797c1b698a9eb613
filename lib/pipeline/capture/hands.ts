import type { FieldOwner, KubeObject } from '../../ports/cluster.ts'
import { kindKey } from '../facts/fact-kinds.ts'
import { itemsOf, type Lists } from '../facts/lists.ts'
import { type Live, type LiveObject, readLive } from '../import/live.ts'
import type { StateTree } from '../report.ts'
import { desiredOf } from '../sync/desired.ts'
import { isController } from '../sync/managed-fields.ts'
import { byWhom, type Found, type Hand, inObject } from './in-object.ts'
import { finalizersOf, managersOf } from './managers-of.ts'

/** What the cluster has beside what is wanted of it. */
export interface Hands {
  readonly found: readonly Found[]
  /** Kinds that were not read: nothing is said of their objects. */
  readonly unread: readonly string[]
  readonly live: Live
  /** Ids of the rendered objects. */
  readonly rendered: ReadonlySet<string>
  /** An object with who owns its fields. */
  readonly owned: (one: LiveObject) => KubeObject
  /** Who made an object, as far as it says; undefined where only controllers wrote it. */
  readonly makerOf: (one: LiveObject) => Hand | undefined
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
        what: 'gone',
        wanted: one.object,
      })
  }
  return {
    found,
    unread: [...unread].toSorted(),
    live,
    rendered: new Set(wanted.map(({ id }) => id)),
    owned: (one) => withOwners(one.object, itemOf(one.key, one.name, one.namespace)),
    makerOf: (one) => makerOf(one, managersOf(itemOf(one.key, one.name, one.namespace))),
  }
}

/** The first who wrote it and is no controller; of one that was printed without, only when it was made. */
function makerOf({ id, object }: LiveObject, owners: readonly FieldOwner[]): Hand | undefined {
  const writers = owners.filter((one) => one.subresource === undefined)
  const found = writers.find((one) => !isController(one))
  if (found === undefined && writers.length > 0) return undefined
  const made = object.metadata['creationTimestamp']
  const time = found?.time ?? (typeof made === 'string' ? made : undefined)
  return { object: id, ...byWhom({ ...found, time }) }
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
