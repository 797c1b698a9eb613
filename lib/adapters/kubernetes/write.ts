import { printable } from '../../domain/printable.ts'
import type { Cluster, KubeObject, Written } from '../../ports/cluster.ts'
import { type Call, refused, type Send } from './attempts.ts'
import type { Discovery } from './discovery.ts'
import { objectIn } from './objects.ts'
import { pathOfOne, pathOfSome, type Resource } from './paths.ts'
import { conflictsIn, messageIn, statusIn, warningsIn } from './status.ts'
import type { Answer } from './transport.ts'
import { wireText } from './wire-text.ts'

const MANAGER = 'fieldManager=netclaim&fieldValidation=Strict'
const APPLY = { 'content-type': 'application/apply-patch+yaml' }
const JSON_TYPE = { 'content-type': 'application/json' }

/** What is done with an object where its kind is. */
type Way = (resource: Resource, body: string) => Call | undefined

/** The ways to write an object, by raw bytes: nothing of a manifest is dropped because a library does not know it. */
export function writes(
  send: Send,
  discovery: Discovery,
): Pick<Cluster, 'apply' | 'create' | 'replace'> {
  async function write(object: KubeObject, way: Way): Promise<Written> {
    const resource = await discovery.resourceOf(object)
    if (resource === undefined) return noKind(object)
    const body = wireText(object)
    if (body === undefined) return no(400, 'it holds what JSON cannot say')
    const call = way(resource, body)
    if (call === undefined) return no(400, 'its name or namespace is none')
    const answer = await send(call)
    if (answer.status !== 404 || statusIn(answer) !== undefined) return writtenIn(call, answer)
    // Nothing is at this path: the kind was taken away, or it is not the API that answers.
    discovery.forget(object)
    if ((await discovery.resourceOf(object)) === undefined) return noKind(object)
    throw refused(call, answer)
  }

  return {
    apply: (object, { force = false, dryRun = false, part } = {}) =>
      write(object, (resource, body) => {
        const path = pathOfOne(resource, object.metadata)
        if (path === undefined) return undefined
        const query = `${MANAGER}&force=${force}${dryRun ? '&dryRun=All' : ''}`
        const whole = `${path}${part === undefined ? '' : `/${part}`}?${query}`
        const { resourceVersion, uid } = object.metadata
        const isPinned = resourceVersion !== undefined || uid !== undefined
        const call = { method: 'PATCH', path: whole, headers: APPLY, body } as const
        return isPinned ? call : { ...call, passes: hasRaced }
      }),
    create: (object) =>
      write(object, (resource, body) => {
        const path = pathOfSome(resource, object.metadata.namespace)
        if (path === undefined) return undefined
        return { method: 'POST', path: `${path}?${MANAGER}`, headers: JSON_TYPE, body }
      }),
    replace: (object) =>
      write(object, (resource, body) => {
        const path = pathOfOne(resource, object.metadata)
        if (path === undefined) return undefined
        return { method: 'PUT', path: `${path}?${MANAGER}`, headers: JSON_TYPE, body }
      }),
  }
}

function writtenIn(call: Call, answer: Answer): Written {
  const { status } = answer
  if (status === 200 || status === 201) {
    const object = objectIn(answer)
    if (object === undefined) throw refused(call, answer)
    return { outcome: 'written', object, warnings: warningsIn(answer) }
  }
  if (status < 400 || statusIn(answer) === undefined) throw refused(call, answer)
  if (status === 409)
    return { outcome: 'conflict', conflicts: conflictsIn(answer), message: messageIn(answer) }
  return no(status, messageIn(answer))
}

/** An apply without a conflict of fields came between two other writes: the next one goes well. */
function hasRaced(answer: Answer): boolean {
  return answer.status === 409 && conflictsIn(answer).length === 0
}

function noKind({ apiVersion, kind }: KubeObject): Written {
  return no(404, printable(`the API has no kind "${kind}" in "${apiVersion}"`))
}

function no(status: number, message: string): Written {
  return { outcome: 'refused', status, message }
}
