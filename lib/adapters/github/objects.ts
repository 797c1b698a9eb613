import type { ObjectCache } from '../../ports/object-cache.ts'
import { batcher } from './batcher.ts'
import { GitHubError } from './github-error.ts'
import {
  MAX_GRAPHQL_BLOB_BYTES,
  MAX_OBJECTS_PER_QUERY,
  MAX_QUERIES_AT_ONCE,
  MAX_QUERY_BYTES,
} from './limits.ts'
import { isObjectId, objectId } from './object-id.ts'
import { askObjects, contentOf, type Told, type Wanted } from './object-query.ts'
import { type CommitObject, objectStore } from './object-store.ts'
import type { GitHubRepository } from './query.ts'
import { restBlob, restTree } from './rest-objects.ts'
import { type TreeEntry, treeContent } from './tree-entry.ts'

/** The objects of one repository by id. Each content was hashed and is what its id says; none is read twice. */
export interface Objects {
  /** Undefined where the repository has no such commit. */
  commit(id: string): Promise<CommitObject | undefined>
  /** The same, if it was read before. */
  knownCommit(id: string): Promise<CommitObject | undefined>
  tree(id: string): Promise<readonly TreeEntry[]>
  /** `bytes`: its size, where it is known. */
  blob(id: string, bytes?: number): Promise<Uint8Array>
  /** The same, if it was read before. */
  knownBlob(id: string): Promise<Uint8Array | undefined>
  /** Keeps a blob that came another way, if it is one of `only`; its id is of the same kind as `like`. */
  keepBlob(content: Uint8Array, like: string, only?: ReadonlySet<string>): Promise<void>
}

/** Reads objects: from the cache, else many in one GraphQL query, else, what that cannot give, by REST. */
export function objectsOf(github: GitHubRepository, cache: ObjectCache): Objects {
  const store = objectStore(cache, `${github.owner}/${github.repo}`)
  const ask = batcher<Wanted, Told | undefined>({
    size: MAX_OBJECTS_PER_QUERY,
    maxBytes: MAX_QUERY_BYTES,
    bytesOf: ({ bytes = 0 }) => bytes,
    atOnce: MAX_QUERIES_AT_ONCE,
    load: (wanted) => askInHalves(github, wanted),
  })
  const once = atMostOnce()

  async function readTree(id: string): Promise<readonly TreeEntry[]> {
    const known = await store.tree(id)
    if (known !== undefined) return known
    const told = await ask({ type: 'tree', id: checked(id) })
    const isUsable = told?.type === 'tree' && (await isTree(id, told.entries))
    const entries = isUsable ? told.entries : await restTree(github, id)
    await store.keepTree(id, entries)
    return entries
  }

  async function readBlob(id: string, bytes: number): Promise<Uint8Array> {
    const known = await store.blob(id)
    if (known !== undefined) return known
    const isSmall = bytes <= MAX_GRAPHQL_BLOB_BYTES
    const told = isSmall ? await ask({ type: 'blob', id: checked(id), bytes }) : undefined
    const text = contentOf(told)
    const isUsable = text !== undefined && (await objectId('blob', text, id)) === id
    const content = isUsable ? text : await restBlob(github, id)
    await store.keepBlob(id, content)
    return content
  }

  async function readCommit(id: string): Promise<CommitObject | undefined> {
    const known = await store.commit(id)
    if (known !== undefined || !isObjectId(id)) return known
    const told = await ask({ type: 'commit', id })
    if (told?.type !== 'commit') return undefined
    for (const [tree, entries] of told.trees)
      if ((await store.tree(tree)) === undefined && (await isTree(tree, entries)))
        await store.keepTree(tree, entries)
    const commit = { id, ...told.commit, isMerge: told.isMerge, root: told.root }
    await store.keepCommit(commit)
    return commit
  }

  return {
    commit: (id) => once(`commit ${id}`, () => readCommit(id)),
    knownCommit: (id) => store.commit(id),
    tree: (id) => once(`tree ${id}`, () => readTree(id)),
    blob: (id, bytes = 0) => once(`blob ${id}`, () => readBlob(id, bytes)),
    knownBlob: (id) => store.blob(id),
    async keepBlob(content, like, only) {
      const id = await objectId('blob', content, like)
      if (only?.has(id) !== false) await store.keepBlob(id, content.slice())
    },
  }
}

async function isTree(id: string, entries: readonly TreeEntry[]): Promise<boolean> {
  return (await objectId('tree', treeContent(entries), id)) === id
}

/** Who asks for what is being read already waits for that. */
function atMostOnce() {
  const running = new Map<string, Promise<unknown>>()
  return <T>(key: string, read: () => Promise<T>): Promise<T> => {
    const known = running.get(key)
    if (known !== undefined) return known as Promise<T>
    const mine = read().finally(() => running.delete(key))
    running.set(key, mine)
    return mine
  }
}

/** A query that GitHub does not finish in its 10 seconds is asked again in two. */
async function askInHalves(
  github: GitHubRepository,
  wanted: readonly Wanted[],
): Promise<readonly (Told | undefined)[]> {
  try {
    return await askObjects(github, wanted)
  } catch (error) {
    const isTooMuch = error instanceof GitHubError && (error.status === 200 || error.status >= 500)
    if (!isTooMuch || wanted.length === 1) throw error
    const half = Math.ceil(wanted.length / 2)
    const first = await askInHalves(github, wanted.slice(0, half))
    return [...first, ...(await askInHalves(github, wanted.slice(half)))]
  }
}

function checked(id: string): string {
  if (!isObjectId(id)) throw new Error(`"${id}" is no object id`)
  return id
}
