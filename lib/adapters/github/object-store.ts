import type { ObjectCache } from '../../ports/object-cache.ts'
import type { SourceCommit } from '../../ports/repository.ts'
import { decodeEntries, encodeEntries, type TreeEntry } from './tree-entry.ts'

/** A commit with the id of its tree, and whether it has more parents than the first. */
export interface CommitObject extends SourceCommit {
  readonly root: string
  readonly isMerge: boolean
}

/** What was read of one repository, by id; undefined for what was not, or was forgotten. */
export interface ObjectStore {
  commit(id: string): Promise<CommitObject | undefined>
  tree(id: string): Promise<readonly TreeEntry[] | undefined>
  blob(id: string): Promise<Uint8Array | undefined>
  keepCommit(commit: CommitObject): Promise<void>
  keepTree(id: string, entries: readonly TreeEntry[]): Promise<void>
  keepBlob(id: string, content: Uint8Array): Promise<void>
}

/** Objects in a cache; those of one repository are never given as another's, which may be none of its business. */
export function objectStore(cache: ObjectCache, repository: string): ObjectStore {
  const keyOf = (type: string, id: string) => `${repository} ${type} ${id}`
  return {
    async commit(id) {
      const known = await cache.get(keyOf('commit', id))
      return known && (JSON.parse(new TextDecoder().decode(known)) as CommitObject)
    },
    async tree(id) {
      const known = await cache.get(keyOf('tree', id))
      return known && decodeEntries(known)
    },
    blob: async (id) => cache.get(keyOf('blob', id)),
    async keepCommit(commit) {
      const content = new TextEncoder().encode(JSON.stringify(commit))
      await cache.set(keyOf('commit', commit.id), content)
    },
    keepTree: async (id, entries) => cache.set(keyOf('tree', id), encodeEntries(entries)),
    keepBlob: async (id, content) => cache.set(keyOf('blob', id), content),
  }
}
