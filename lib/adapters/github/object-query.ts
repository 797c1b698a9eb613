import * as z from 'zod'
import type { SourceCommit } from '../../ports/repository.ts'
import { secondsOf, subject } from './commit-subject.ts'
import { askRepository, type GitHubRepository, type Query, repositoryQuery } from './query.ts'
import type { TreeEntry } from './tree-entry.ts'

/** An object to be asked for by its id. */
export interface Wanted {
  readonly type: 'blob' | 'tree' | 'commit'
  readonly id: string
  /** Of a blob, as its tree tells. */
  readonly bytes?: number
}

const ENTRIES = 'entries{nameRaw mode oid type size}'
const FIELDS: Readonly<Record<Wanted['type'], string>> = {
  tree: `...on Tree{${ENTRIES}}`,
  blob: '...on Blob{byteSize isBinary isTruncated text}',
  // The root comes along: whoever asks for a commit reads it next.
  commit: `...on Commit{committedDate message parents(first:2){nodes{oid}} tree{oid ${ENTRIES}}}`,
}

/** The folder that whoever asks for a commit nearly always looks into. */
const AHEAD = 'environments'

/** Many objects in one query, named o0, o1, …, and a folder of each commit, named a0, a1, …; ids are hexadecimal. */
export function objectQuery(wanted: readonly Wanted[]): Query {
  const fields = wanted.map(({ type, id }, nth) => {
    const object = `o${nth}:object(oid:"${id}"){__typename ${FIELDS[type]}}`
    if (type !== 'commit') return object
    return `${object} a${nth}:object(expression:"${id}:${AHEAD}"){__typename ...on Tree{oid ${ENTRIES}}}`
  })
  return repositoryQuery(fields.join(' '))
}

const Entries = z.array(
  z.object({
    nameRaw: z.string(),
    mode: z.number(),
    oid: z.string(),
    type: z.string(),
    size: z.number().nullish(),
  }),
)
const GitObject = z.discriminatedUnion('__typename', [
  z.object({
    __typename: z.literal('Tree'),
    oid: z.string().optional(),
    entries: Entries.nullable(),
  }),
  z.object({
    __typename: z.literal('Blob'),
    byteSize: z.number(),
    isBinary: z.boolean().nullable(),
    isTruncated: z.boolean(),
    text: z.string().nullable(),
  }),
  z.object({
    __typename: z.literal('Commit'),
    committedDate: z.string(),
    message: z.string(),
    parents: z.object({ nodes: z.array(z.object({ oid: z.string() })) }),
    tree: z.object({ oid: z.string(), entries: Entries.nullable() }),
  }),
  z.object({ __typename: z.literal('Tag') }),
])

/** What GitHub says of an object; not yet held against its id. */
export type Told =
  | { readonly type: 'tree'; readonly entries: readonly TreeEntry[] }
  /** `text` is absent where GraphQL has none or not all of it. */
  | { readonly type: 'blob'; readonly bytes: number; readonly text?: string }
  | {
      readonly type: 'commit'
      readonly commit: Omit<SourceCommit, 'id'>
      readonly isMerge: boolean
      /** Ids of its tree and, where it is there, of a folder in it. */
      readonly root: string
      readonly trees: ReadonlyMap<string, readonly TreeEntry[]>
    }

/** Asks for objects; undefined for one that is not there. */
export async function askObjects(
  github: GitHubRepository,
  wanted: readonly Wanted[],
): Promise<readonly (Told | undefined)[]> {
  const shape = z.record(z.string(), GitObject.nullable())
  const found = await askRepository(github, objectQuery(wanted), shape)
  return wanted.map((_, nth) => toTold(found[`o${nth}`], found[`a${nth}`]))
}

type Found = z.infer<typeof GitObject> | null | undefined

function toTold(found: Found, ahead: Found): Told | undefined {
  if (found === null || found === undefined || found.__typename === 'Tag') return undefined
  if (found.__typename === 'Tree') return { type: 'tree', entries: entriesOf(found.entries) }
  if (found.__typename === 'Blob') {
    const { byteSize: bytes, isBinary, isTruncated, text } = found
    const isWhole = text !== null && isBinary !== true && !isTruncated
    return { type: 'blob', bytes, ...(isWhole ? { text } : {}) }
  }
  const [parent, ...others] = found.parents.nodes
  return {
    type: 'commit',
    commit: {
      subject: subject(found.message),
      seconds: secondsOf(found.committedDate),
      ...(parent && { parent: parent.oid }),
    },
    isMerge: others.length > 0,
    root: found.tree.oid,
    trees: new Map([[found.tree.oid, entriesOf(found.tree.entries)], ...treeOf(ahead)]),
  }
}

function treeOf(found: Found): [string, readonly TreeEntry[]][] {
  const isTree = found?.__typename === 'Tree' && found.oid !== undefined
  return isTree ? [[found.oid ?? '', entriesOf(found.entries)]] : []
}

function entriesOf(entries: z.infer<typeof Entries> | null): readonly TreeEntry[] {
  return (entries ?? []).map(({ nameRaw, mode, oid, type, size }) => ({
    mode: mode.toString(8),
    name: atob(nameRaw),
    id: oid,
    ...(type === 'blob' && typeof size === 'number' ? { bytes: size } : {}),
  }))
}

/** The bytes of a blob; undefined where not all of them were told. */
export function contentOf(told: Told | undefined): Uint8Array | undefined {
  if (told?.type !== 'blob' || told.text === undefined) return undefined
  return new TextEncoder().encode(told.text)
}
