import type { ObjectRef } from '../../ports/cluster.ts'

/** Where the objects of a kind are. */
export interface Resource {
  /** `/apis/kubeovn.io/v1`. */
  readonly root: string
  readonly plural: string
  readonly namespaced: boolean
}

/** `/api/v1`, `/apis/kubeovn.io/v1`; undefined for what is no group and version. */
export function rootOf(apiVersion: string): string | undefined {
  if (!/^(?:[a-z0-9.-]+\/)?v[a-z0-9]+$/.test(apiVersion) || /^\.{1,2}\//.test(apiVersion))
    return undefined
  return `${apiVersion.includes('/') ? '/apis' : '/api'}/${apiVersion}`
}

/** Of every object of a kind, in all namespaces. */
export function pathOfAll({ root, plural }: Resource): string {
  return `${root}/${plural}`
}

/** Where a kind's objects of one namespace are made; undefined where it is not named. */
export function pathOfSome(resource: Resource, namespace: string | undefined): string | undefined {
  if (!resource.namespaced) return pathOfAll(resource)
  const segment = segmentOf(namespace)
  if (segment === undefined) return undefined
  return `${resource.root}/namespaces/${segment}/${resource.plural}`
}

/**
 * Of one object; undefined where the names are none. An empty name must never pass: what is left would be the path of
 * all objects, and a DELETE of it would take them all.
 */
export function pathOfOne(
  resource: Resource,
  ref: Pick<ObjectRef, 'name' | 'namespace'>,
): string | undefined {
  const folder = pathOfSome(resource, ref.namespace)
  const name = segmentOf(ref.name)
  return folder === undefined || name === undefined ? undefined : `${folder}/${name}`
}

/** Capitals are kept: names of RBAC have some. */
function segmentOf(name: string | undefined): string | undefined {
  if (name === undefined || name === '' || name === '.' || name === '..') return undefined
  return /[/%]/.test(name) || !name.isWellFormed() ? undefined : encodeURIComponent(name)
}
