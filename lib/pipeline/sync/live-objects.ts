import type { KubeObject, Listed, ObjectRef } from '../../ports/cluster.ts'
import { idOf } from './desired.ts'

/** What a cluster has of the kinds that are rendered. */
export interface LiveObjects {
  /** By kind. A kind of which nothing is known has a list that failed. */
  readonly lists: ReadonlyMap<string, Listed>
  /** By `OvnEip photon-prod-web`. */
  readonly objects: ReadonlyMap<string, KubeObject>
}

/** The lists, and objects that were asked for one by one. */
export function liveObjects(
  lists: ReadonlyMap<string, Listed>,
  single: readonly KubeObject[] = [],
): LiveObjects {
  const objects = new Map<string, KubeObject>()
  for (const list of lists.values()) {
    if (list.outcome !== 'whole') continue
    for (const one of list.items) objects.set(idOf(one), one)
  }
  for (const one of single) objects.set(idOf(one), one)
  return { lists, objects }
}

/** Why nobody knows what the cluster has of a kind; undefined where its list is whole, or there is no such kind. */
export function unknownKind({ lists }: LiveObjects, kind: string): string | undefined {
  const list = lists.get(kind)
  if (list === undefined) return `${kind} was not listed`
  return list.outcome === 'failed' ? `${kind} cannot be listed: ${list.message}` : undefined
}

/** What names an object. */
export function refOf({ apiVersion, kind, metadata: { name, namespace } }: KubeObject): ObjectRef {
  return { apiVersion, kind, name, ...(namespace === undefined ? {} : { namespace }) }
}
