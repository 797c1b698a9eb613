import { ApiError, notFound } from './api-error.ts'
import type { Caller } from './caller.ts'
import type { ObjectReader } from './git/object-reader.ts'
import type { Nasty } from './nasty.ts'
import type { Records } from './records.ts'
import type { Webhooks } from './webhooks.ts'

/** The app that is installed on all repositories. */
export interface AppIdentity {
  readonly id: number
  readonly slug: string
  readonly installationId: number
  /** PEM. */
  readonly publicKey: string
}

/** A bare repository with what the forge knows of it. */
export interface ForgeRepository {
  /** `owner/name`. */
  readonly fullName: string
  /** Its bare repository. */
  readonly dir: string
  readonly records: Records
  readonly objects: ObjectReader
  /** Former tips of refs, and how many reads still see them. */
  readonly lagging: Map<string, { readonly tip: string | undefined; left: number }>
  /** The records changed. */
  touch(): void
  nextId(): number
  /** Writes what is not written, and ends its process. */
  stop(): void
}

/** Something that webhooks tell. */
export interface ForgeEvent {
  readonly repository: ForgeRepository
  readonly event: 'push' | 'pull_request' | 'merge_group' | 'check_run'
  readonly payload: Readonly<Record<string, unknown>>
  readonly sender: string
}

/** What the routes share. */
export interface Forge {
  /** Of the server, without a slash at the end. */
  readonly url: string
  readonly app: AppIdentity
  readonly nasty: Nasty
  readonly repositories: Map<string, ForgeRepository>
  /** By token. */
  readonly callers: Map<string, Caller>
  /** How often each route was called, by method and pattern. */
  readonly calls: Map<string, number>
  /** Errors of the forge itself. */
  readonly failures: Error[]
  readonly webhooks: Webhooks
  /** Milliseconds since 1970, by the forge's clock. */
  now(): number
  emit(event: ForgeEvent): void
  /** Refs or pull requests changed: merge queues are looked at when this is done. */
  later(repository: ForgeRepository): void
}

export function repositoryOf(forge: Forge, fullName: string): ForgeRepository {
  const found = forge.repositories.get(fullName.toLowerCase())
  if (found === undefined) throw notFound()
  return found
}

/** The repository, if the caller may see it. */
export function visibleRepository(forge: Forge, caller: Caller, name: string): ForgeRepository {
  const repository = repositoryOf(forge, name)
  const { repositories } = caller
  if (repositories !== undefined && !repositories.includes(repository.fullName)) throw notFound()
  return repository
}

/** Now, as GitHub writes times: to the second. */
export function timestamp(forge: Forge): string {
  return toTimestamp(forge.now())
}

export function toTimestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d+Z$/, 'Z')
}

/** GraphQL's id of something, which REST gives, too. */
export function nodeId(kind: string, id: number | string): string {
  return Buffer.from(`${kind}:${id}`).toString('base64url')
}

/** The id behind a node id of that kind. */
export function fromNodeId(kind: string, node: string): string {
  const text = Buffer.from(node, 'base64url').toString('utf8')
  if (!text.startsWith(`${kind}:`))
    throw new ApiError(404, `Could not resolve to a node with the global id of '${node}'`)
  return text.slice(kind.length + 1)
}
