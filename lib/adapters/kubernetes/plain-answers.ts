import * as z from 'zod'
import type { Cluster, KubeObject } from '../../ports/cluster.ts'
import { OutsideError } from '../outside-error.ts'

/** Levels of the fields of an object, as its owners are noted: far more than any kind has. */
const MAX_DEPTH = 60

/** DNS subdomain, RFC 1123; names of RBAC may hold more, and are ours. */
const Name = z.string().regex(/^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/)
const Text = z.string().max(1_000)
const Texts = z.record(z.string(), z.string())
const Owner = z.looseObject({
  manager: Text.optional(),
  operation: Text.optional(),
  subresource: Text.optional(),
  time: Text.optional(),
  fieldsV1: z.custom((value) => value === undefined || isTree(value, MAX_DEPTH)).optional(),
})
const Answered = z.looseObject({
  apiVersion: Text,
  kind: Text,
  metadata: z.looseObject({
    name: Name,
    namespace: Name.optional(),
    uid: Text.optional(),
    resourceVersion: Text.optional(),
    deletionTimestamp: Text.optional(),
    finalizers: z.array(Text).optional(),
    labels: Texts.optional(),
    annotations: Texts.optional(),
    ownerReferences: z.array(z.unknown()).optional(),
    managedFields: z.array(Owner).optional(),
  }),
})

/** A cluster whose answers a stranger may have made up: what is no object as Kubernetes gives it is no answer. */
export function plainAnswers<C extends Cluster>(cluster: C): C {
  return {
    ...cluster,
    async get(ref) {
      const object = await cluster.get(ref)
      if (object !== undefined && !isPlain(object)) throw noObject()
      return object
    },
    async list(kind, options) {
      const listed = await cluster.list(kind, options)
      if (listed.outcome !== 'whole' || listed.items.every(isPlain)) return listed
      return { outcome: 'failed', message: noObject().message }
    },
    async apply(object, options) {
      const written = await cluster.apply(object, options)
      if (written.outcome === 'written' && !isPlain(written.object)) throw noObject()
      return written
    },
  }
}

function isPlain(object: KubeObject): boolean {
  return Answered.safeParse(object).success
}

/** Are there maps of maps alone, and not too deep? */
function isTree(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth === 0)
    return false
  return Object.values(value).every((part) => isTree(part, depth - 1))
}

function noObject(): OutsideError {
  const message = 'the Kubernetes API gives what is no object'
  return new OutsideError(message, { system: 'kubernetes', retryable: true })
}
