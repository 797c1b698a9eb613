import type { Entry, Tree } from '../../domain/document.ts'
import { printable } from '../../domain/printable.ts'
import { MAX_BLOB_BYTES, MAX_STATE_BLOB_BYTES, MAX_TREE_BYTES } from '../../domain/tree-limits.ts'
import { decodeUtf8, entryOf, type TreeItem, withinBytes } from '../../domain/tree-listing.ts'
import type { Texts } from '../../ports/repository.ts'
import { outside } from './git.ts'
import { listTree } from './list-tree.ts'
import { readBlobs, readSizes } from './read-blobs.ts'

/** An entry that was read before, and the size of its blob. */
interface Kept {
  readonly entry: Entry
  readonly bytes: number
}

/** Entries that were read before, by blob id; the same id is the same content for ever. */
export type EntryCache = ReadonlyMap<string, Kept>

/** A tree and its entries by blob id, to be handed to the next reading. */
export interface CachedTree {
  readonly tree: Tree
  readonly cache: EntryCache
}

/**
 * The tree of a commit, or what stands below prefixes, as Git has it: no attribute is honoured.
 * An environment beyond a limit is one entry of kind `too-much`, and nothing of it is read.
 */
export async function readTreeAt(
  repo: string,
  commit: string,
  known: EntryCache = new Map(),
  prefixes: readonly string[] = [],
): Promise<CachedTree> {
  const listing = await listTree(repo, commit, prefixes)
  const sizes = await readSizes(repo, idsOf(listing.items, known))
  const { items, excess } = withinBytes(listing, (item) => bytesOf(item, known, sizes))
  const blobs = await readFitting(repo, new Set(idsOf(items, known)), sizes, MAX_BLOB_BYTES)

  const tree = new Map<string, Entry>()
  const cache = new Map<string, Kept>()
  for (const item of items) {
    const key = cacheKey(item)
    const bytes = bytesOf(item, known, sizes)
    const kept = known.get(key) ?? { entry: entryOf(item, blobs.get(item.id), bytes), bytes }
    cache.set(key, kept)
    if (item.oddPath) tree.set(item.path, { kind: 'odd-path' })
    else if (!tree.has(item.path)) tree.set(item.path, kept.entry)
  }
  for (const { path, limit } of excess) tree.set(path, { kind: 'too-much', limit })
  return { tree, cache }
}

/** The blobs that are not known yet; a submodule is none. */
function idsOf(items: readonly TreeItem[], known: EntryCache): readonly string[] {
  return items
    .filter((item) => item.mode !== 'submodule' && !known.has(cacheKey(item)))
    .map((item) => item.id)
}

function bytesOf(item: TreeItem, known: EntryCache, sizes: ReadonlyMap<string, number>): number {
  return known.get(cacheKey(item))?.bytes ?? sizes.get(item.id) ?? 0
}

/** The tree of a state branch; throws `OutsideError` for anything in it that is no text. */
export async function readStateAt(
  repo: string,
  commit: string,
  prefixes: readonly string[] = [],
): Promise<Texts> {
  const { items } = await listTree(repo, commit, prefixes)
  const odd = items.find((item) => item.mode !== 'file' || item.oddPath)
  if (odd !== undefined) throw notOurs(commit, odd)
  const ids = items.map((item) => item.id)
  const sizes = await readSizes(repo, ids)
  const blobs = await readFitting(repo, new Set(ids), sizes, MAX_STATE_BLOB_BYTES)
  return new Map(
    items.map((item) => {
      const blob = blobs.get(item.id)
      const text = blob && decodeUtf8(blob)
      if (text === undefined) throw notOurs(commit, item)
      return [item.path, text]
    }),
  )
}

function notOurs(commit: string, item: TreeItem): Error {
  return outside(
    `"${printable(item.path)}" in commit ${commit} is no text file, so Netclaim did not write that commit`,
  )
}

/** Contents of those blobs that are not larger than `limit`. */
async function readFitting(
  repo: string,
  ids: ReadonlySet<string>,
  sizes: ReadonlyMap<string, number>,
  limit: number,
): Promise<ReadonlyMap<string, Buffer>> {
  const fitting = [...ids].filter((id) => (sizes.get(id) ?? 0) <= limit)
  const bytes = fitting.reduce((sum, id) => sum + (sizes.get(id) ?? 0), 0)
  if (bytes > MAX_TREE_BYTES) throw outside(`one tree holds more than ${MAX_TREE_BYTES} bytes`)
  return readBlobs(repo, fitting)
}

/** A link, a submodule and a file can share an id. */
function cacheKey(item: TreeItem): string {
  return item.mode === 'file' ? item.id : `${item.mode} ${item.id}`
}
