import { isUtf8 } from 'node:buffer'
import { type Commit, findCommit, resolveCommit } from '../commits.ts'
import { type Forge, type ForgeRepository, nodeId, toTimestamp } from '../forge.ts'
import type { Signature } from '../git/commit-object.ts'
import { readEntries, type TreeEntry } from '../git/list-entries.ts'
import { checksOf } from './checks.ts'
import { connection, type PageArguments } from './connection.ts'

/** Bytes of a blob that `text` gives. */
const MAX_TEXT = 512_000

/** A repository as the resolvers see it. */
export interface Where {
  readonly forge: Forge
  readonly repository: ForgeRepository
}

/** `object(oid:)` and `object(expression:)`: `<commit or branch>`, with `:<path>` behind it. */
export async function gitObject(
  where: Where,
  { oid, expression }: { readonly oid?: string; readonly expression?: string },
) {
  const colon = expression?.indexOf(':') ?? -1
  const word = oid ?? (colon === -1 ? expression : expression?.slice(0, colon)) ?? ''
  if (colon === -1) return objectNamed(where, await nameOf(where.repository, word))
  const commit = await resolveCommit(where.repository, word)
  return commit && objectNamed(where, `${commit.id}:${expression?.slice(colon + 1)}`)
}

async function nameOf(repository: ForgeRepository, word: string): Promise<string> {
  return (await resolveCommit(repository, word))?.id ?? word
}

/** A commit, tree or blob; null where there is none. */
export async function objectNamed(where: Where, name: string): Promise<object | null> {
  // Only ids, and paths below them: git itself would understand more.
  if (!/^[0-9a-f]{40}(?::|$)/.test(name)) return null
  const object = await where.repository.objects.read(name)
  if (object?.type === 'commit') {
    const commit = await findCommit(where.repository, object.id)
    return commit === undefined ? null : commitNode(where, commit)
  }
  if (object?.type === 'tree') return treeNode(where, object.id, pathIn(name))
  return object?.type === 'blob' ? blobNode(where, object.id, object.content) : null
}

function pathIn(name: string): string {
  return name.includes(':') ? name.slice(name.indexOf(':') + 1) : ''
}

export function commitNode(where: Where, commit: Commit) {
  const { forge, repository } = where
  const [headline = '', ...body] = commit.message.split('\n')
  return {
    ...named(where, 'Commit', commit.id),
    message: commit.message,
    messageHeadline: headline,
    messageBody: body.join('\n').trim(),
    committedDate: toTimestamp(commit.committer.seconds * 1000),
    authoredDate: toTimestamp(commit.author.seconds * 1000),
    author: actor(commit.author),
    committer: actor(commit.committer),
    url: `${forge.url}/${repository.fullName}/commit/${commit.id}`,
    tree: () => treeNode(where, commit.tree, ''),
    signature:
      commit.signature === undefined
        ? null
        : { __typename: 'GpgSignature', isValid: true, state: 'VALID', wasSignedByGitHub: true },
    parents: async (page: PageArguments) =>
      connection(await Promise.all(commit.parents.map((id) => objectNamed(where, id))), page),
    ...checksOf(where, commit.id),
  }
}

function treeNode(where: Where, id: string, path: string) {
  return {
    ...named(where, 'Tree', id),
    entries: async () => {
      const tree = await where.repository.objects.read(id)
      return readEntries(tree?.content ?? Buffer.alloc(0)).map((entry) =>
        entryNode(where, entry, path),
      )
    },
  }
}

function entryNode(where: Where, entry: TreeEntry, folder: string) {
  const raw = entry.rawPath.toString('base64')
  return {
    name: entry.path,
    nameRaw: raw,
    path: folder === '' ? entry.path : `${folder}/${entry.path}`,
    oid: entry.id,
    mode: Number.parseInt(entry.mode, 8),
    type: entry.type,
    size: async () => (await where.repository.objects.read(entry.id))?.content.length ?? 0,
    object: () => (entry.type === 'commit' ? null : objectNamed(where, entry.id)),
  }
}

function blobNode(where: Where, id: string, content: Buffer) {
  // As git itself decides: a NUL near the start.
  const isBinary = content.subarray(0, 8000).includes(0)
  const some = content.subarray(0, MAX_TEXT)
  // GitHub guesses an encoding and converts, so that a text that is no UTF-8 comes as one.
  const text = some.toString(isUtf8(content) ? 'utf8' : 'latin1')
  return {
    ...named(where, 'Blob', id),
    byteSize: content.length,
    isBinary,
    isTruncated: content.length > MAX_TEXT,
    text: isBinary ? null : text,
  }
}

function named({ repository }: Where, kind: string, oid: string) {
  return {
    __typename: kind,
    id: nodeId(kind, `${repository.fullName}:${oid}`),
    oid,
    abbreviatedOid: oid.slice(0, 7),
  }
}

function actor({ name, email, seconds }: Signature) {
  return { name, email, date: toTimestamp(seconds * 1000) }
}
