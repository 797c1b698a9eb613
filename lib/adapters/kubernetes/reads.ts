import type { KubeObject, ObjectRef } from '../../ports/cluster.ts'
import { refused, type Send } from './attempts.ts'
import type { Discovery } from './discovery.ts'
import { objectIn } from './objects.ts'
import { pathOfOne } from './paths.ts'
import { statusIn } from './status.ts'
import type { Answer } from './transport.ts'

/** One object; undefined where Kubernetes itself says that there is none, or no such kind. */
export function reads(send: Send, discovery: Discovery) {
  return async function get(ref: ObjectRef, isSecondTry = false): Promise<KubeObject | undefined> {
    const resource = await discovery.resourceOf(ref)
    const path = resource === undefined ? undefined : pathOfOne(resource, ref)
    if (path === undefined) return undefined
    const answer = await send({ method: 'GET', path })
    if (answer.status === 200) {
      const object = objectIn(answer)
      if (object !== undefined) return object
    }
    if (isNotFound(answer)) return undefined
    if (answer.status === 404 && !isSecondTry) {
      discovery.forget(ref)
      return get(ref, true)
    }
    throw refused({ method: 'GET', path }, answer)
  }
}

/** A 404 of Kubernetes, about an object; one of a proxy, or about a path, says nothing of objects. */
export function isNotFound(answer: Answer): boolean {
  return answer.status === 404 && statusIn(answer)?.reason === 'NotFound'
}
