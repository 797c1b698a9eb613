import * as z from 'zod'
import type { Finding } from '../../domain/finding.ts'
import { printable } from '../../domain/printable.ts'
import { breach } from '../../domain/rules/rule.ts'
import type { KubeObject } from '../../ports/cluster.ts'
import { itemsOf, type Lists } from '../facts/lists.ts'
import { idOf } from '../sync/desired.ts'
import { importRules } from './import-rules.ts'

/** One object that an import found. */
export interface LiveObject {
  /** `Subnet photon-prod-lan`, `NetworkAttachmentDefinition photon-prod/lan-net`. */
  readonly id: string
  /** `kubeovn.io/Subnet`, of the core API `Namespace`. */
  readonly key: string
  readonly name: string
  readonly namespace?: string
  readonly object: KubeObject
}

/** What an import found, by kind and name. */
export interface Live {
  /** The objects of a kind by id. */
  of(key: string): readonly LiveObject[]
  get(key: string, name: string, namespace?: string): LiveObject | undefined
  readonly all: readonly LiveObject[]
}

/** DNS subdomain and label, RFC 1123. */
const LABEL = '[a-z0-9](?:[-a-z0-9]*[a-z0-9])?'
const TextMap = z.record(z.string(), z.string()).optional().catch(undefined)
const Text = z.string().optional().catch(undefined)
const Identity = z.object({
  apiVersion: z.string().regex(/^[-a-z0-9./]{1,250}$/),
  kind: z.string().regex(/^[A-Za-z][A-Za-z0-9]{0,62}$/),
  metadata: z.object({
    name: z
      .string()
      .max(253)
      .regex(new RegExp(`^${LABEL}(?:\\.${LABEL})*$`)),
    namespace: z
      .string()
      .max(63)
      .regex(new RegExp(`^${LABEL}$`))
      .nullish(),
    labels: TextMap,
    annotations: TextMap,
    resourceVersion: Text,
    deletionTimestamp: Text,
  }),
})

/** The objects of all lists; one whose name Kubernetes would not have is told and left out. Names are safe in paths. */
export function readLive(lists: Lists): {
  readonly live: Live
  readonly findings: readonly Finding[]
} {
  const kinds = new Map<string, Map<string, LiveObject>>()
  const findings: Finding[] = []
  for (const key of [...lists.keys()].toSorted()) {
    const found = new Map<string, LiveObject>()
    kinds.set(key, found)
    for (const item of itemsOf(lists, key) ?? []) {
      const one = liveObject(key, item)
      if (one === undefined) findings.push(malformed(key, item))
      else if (isLater(one, found.get(nameOf(one)))) found.set(nameOf(one), one)
    }
  }
  const sorted = new Map(
    [...kinds].map(([key, found]) => [key, [...found.values()].toSorted(byId)]),
  )
  const live: Live = {
    of: (key) => sorted.get(key) ?? [],
    get: (key, name, namespace) => kinds.get(key)?.get(nameOf({ name, namespace })),
    all: [...sorted.values()].flat(),
  }
  return { live, findings }
}

/** Of its metadata what is known: the rest may be anything, and large. */
function liveObject(key: string, item: object): LiveObject | undefined {
  const identity = Identity.safeParse(item)
  if (!identity.success) return undefined
  const { name, namespace, ...rest } = identity.data.metadata
  const space = namespace ? { namespace } : {}
  const known = Object.entries(rest).filter(([, value]) => value !== undefined)
  const metadata = { name, ...space, ...Object.fromEntries(known) }
  const object = { ...(item as KubeObject), metadata }
  return { id: idOf(object), key, name, ...space, object }
}

/** Of one object that was printed twice the later one counts. */
function isLater({ object }: LiveObject, before: LiveObject | undefined): boolean {
  if (before === undefined) return true
  const [now, then] = [object, before.object].map(({ metadata }) => metadata.resourceVersion ?? '')
  if (now === then) return JSON.stringify(object) > JSON.stringify(before.object)
  return (now ?? '').padStart(30, '0') > (then ?? '').padStart(30, '0')
}

function malformed(key: string, item: object): Finding {
  const { metadata } =
    z.object({ metadata: z.object({ name: z.string() }) }).safeParse(item).data ?? {}
  const name = metadata === undefined ? 'without a name' : `"${printable(metadata.name, 80)}"`
  const message = `an object of ${key}, ${name}, is none that Kubernetes would have`
  return breach(importRules.malformed, message)
}

function nameOf({
  name,
  namespace,
}: {
  readonly name: string
  readonly namespace?: string | undefined
}) {
  return namespace === undefined ? name : `${namespace}/${name}`
}

function byId({ id: a }: LiveObject, { id: b }: LiveObject): number {
  return a < b ? -1 : 1
}
