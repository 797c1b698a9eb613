import * as z from 'zod'
import type { Clock } from '../../ports/clock.ts'
import type { ObjectRef } from '../../ports/cluster.ts'
import { refused, type Send } from './attempts.ts'
import { MISSING_KIND_MS } from './limits.ts'
import { type Resource, rootOf } from './paths.ts'
import { jsonIn } from './status.ts'

type Kind = Pick<ObjectRef, 'apiVersion' | 'kind'>

/** What a version of a group holds, by kind, as it was at a time. */
interface Version {
  readonly kinds: ReadonlyMap<string, Resource>
  readonly at: number
}

/** What stands in a path as it is: a label or some with dots between, and below it what is none of our concern (`subnets/status`). */
const ResourceName = z.string().regex(/^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?(?:\/|$)/)
const Resources = z.object({
  resources: z.array(z.object({ name: ResourceName, kind: z.string(), namespaced: z.boolean() })),
})
const Groups = z.object({
  groups: z.array(z.object({ versions: z.array(z.object({ groupVersion: z.string() })) })),
})
/** Of the group without a name. */
const CoreVersions = z.object({ versions: z.array(z.string()) })

/** Where the API serves kinds: `resourceOf` gives undefined only where the API itself says that it has no such kind. */
export interface Discovery {
  resourceOf(kind: Kind): Promise<Resource | undefined>
  /** What was known of a version does not fit what the API answers. */
  forget(kind: Kind): void
}

/** Asks for a group's version once, and again when a kind is missing in it: a CRD may have been applied since. */
export function discovery(send: Send, clock: Clock): Discovery {
  const versions = new Map<string, Promise<Version>>()

  async function resourceOf({ apiVersion, kind }: Kind): Promise<Resource | undefined> {
    const asked = versionOf(apiVersion)
    const known = await asked
    const found = known.kinds.get(kind)
    if (found !== undefined || clock.now() - known.at < MISSING_KIND_MS) return found
    drop(apiVersion, asked)
    return (await versionOf(apiVersion)).kinds.get(kind)
  }

  /** Those who ask at the same time share one call; one that failed is not kept. */
  function versionOf(apiVersion: string): Promise<Version> {
    const known = versions.get(apiVersion)
    if (known !== undefined) return known
    const asked = ask(apiVersion)
    versions.set(apiVersion, asked)
    asked.catch(() => drop(apiVersion, asked))
    return asked
  }

  /** Unless somebody else has asked anew meanwhile. */
  function drop(apiVersion: string, asked: Promise<Version>): void {
    if (versions.get(apiVersion) === asked) versions.delete(apiVersion)
  }

  async function ask(apiVersion: string): Promise<Version> {
    const root = rootOf(apiVersion)
    const kinds =
      root === undefined ? new Map<string, Resource>() : await kindsBelow(root, apiVersion)
    return { kinds, at: clock.now() }
  }

  async function kindsBelow(
    root: string,
    apiVersion: string,
  ): Promise<ReadonlyMap<string, Resource>> {
    const request = { method: 'GET', path: root } as const
    const answer = await send(request)
    const found = answer.status === 200 ? Resources.safeParse(jsonIn(answer.body)).data : undefined
    if (found !== undefined) return byKind(root, found.resources)
    if (answer.status === 404 && !(await isServed(apiVersion))) return new Map()
    throw refused(request, answer)
  }

  /** A 404 alone is little: a proxy in between could have said it. The list of all versions must agree. */
  async function isServed(apiVersion: string): Promise<boolean> {
    const isCore = !apiVersion.includes('/')
    const request = { method: 'GET', path: isCore ? '/api' : '/apis' } as const
    const answer = await send(request)
    const json = answer.status === 200 ? jsonIn(answer.body) : undefined
    const served = isCore ? CoreVersions.safeParse(json).data?.versions : versionsIn(json)
    if (served === undefined) throw refused(request, answer)
    return served.includes(apiVersion)
  }

  return { resourceOf, forget: ({ apiVersion }) => void versions.delete(apiVersion) }
}

function versionsIn(json: unknown): readonly string[] | undefined {
  return Groups.safeParse(json).data?.groups.flatMap(({ versions }) =>
    versions.map(({ groupVersion }) => groupVersion),
  )
}

function byKind(
  root: string,
  resources: z.infer<typeof Resources>['resources'],
): ReadonlyMap<string, Resource> {
  const kinds = new Map<string, Resource>()
  for (const { name, kind, namespaced } of resources) {
    // `subnets/status` is a part of `subnets`.
    if (!name.includes('/') && !kinds.has(kind)) kinds.set(kind, { root, plural: name, namespaced })
  }
  return kinds
}
