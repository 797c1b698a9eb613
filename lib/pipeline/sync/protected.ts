import { arenaFinalizer } from '../../domain/vip/address-arena.ts'
import type { KubeObject } from '../../ports/cluster.ts'

/** Does a finalizer of ours keep the object? Nobody but the sync takes it off, when the object is not wanted any more. */
export function isProtected({ metadata }: KubeObject): boolean {
  return metadata.finalizers?.includes(arenaFinalizer) === true
}

/** The same object without it. */
export function unprotected(object: KubeObject): KubeObject {
  const { finalizers = [], ...metadata } = object.metadata
  const others = finalizers.filter((one) => one !== arenaFinalizer)
  return { ...object, metadata: { ...metadata, finalizers: others } }
}
