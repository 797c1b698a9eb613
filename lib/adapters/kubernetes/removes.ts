import type { Cluster, KubeObject, ObjectRef, Removed } from '../../ports/cluster.ts'
import { refused, type Send } from './attempts.ts'
import type { Discovery } from './discovery.ts'
import { objectIn } from './objects.ts'
import { pathOfOne } from './paths.ts'
import { isNotFound } from './reads.ts'
import { messageIn, statusIn } from './status.ts'

/** Deletes objects by who they are, so that one made anew under the same name stays. */
export function removes(
  send: Send,
  discovery: Discovery,
  get: (ref: ObjectRef) => Promise<KubeObject | undefined>,
): Cluster['remove'] {
  return async (ref, { uid, revision }) => {
    const resource = await discovery.resourceOf(ref)
    if (resource === undefined) return { outcome: 'gone' }
    const path = pathOfOne(resource, ref)
    if (path === undefined)
      return { outcome: 'refused', status: 400, message: 'its name or namespace is none' }
    const preconditions = { uid, ...(revision === undefined ? {} : { resourceVersion: revision }) }
    const body = JSON.stringify({ preconditions, propagationPolicy: 'Background' })
    const headers = { 'content-type': 'application/json' }
    const answer = await send({ method: 'DELETE', path, headers, body })
    const { status } = answer
    if (status === 200 || status === 202) return deleted(objectIn(answer), status)
    if (isNotFound(answer)) return { outcome: 'gone' }
    if (status === 409) return whoIsThere(ref, uid)
    if (status < 400 || statusIn(answer) === undefined)
      throw refused({ method: 'DELETE', path }, answer)
    return { outcome: 'refused', status, message: messageIn(answer) }
  }

  /** A precondition did not hold; or it did, and the object is being removed already (namespaces answer so). */
  async function whoIsThere(ref: ObjectRef, uid: string): Promise<Removed> {
    const found = await get(ref)
    if (found === undefined) return { outcome: 'gone' }
    const { metadata } = found
    const isLeaving = metadata.uid === uid && metadata.deletionTimestamp !== undefined
    return { outcome: isLeaving ? 'removing' : 'changed' }
  }
}

/** The API gives the object where something holds it, and a Status where nothing does. */
function deleted(object: KubeObject | undefined, status: number): Removed {
  const isHeld = object?.metadata.deletionTimestamp !== undefined
  return { outcome: isHeld || status === 202 ? 'removing' : 'gone' }
}
