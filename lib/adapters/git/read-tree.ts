import type { Entry, Tree } from '../../domain/document.ts'
import { printable } from '../../domain/printable.ts'
import { environmentFolder, environmentTally } from '../../domain/rules/environment-limits.ts'
import type { Texts } from '../../ports/repository.ts'
import { outside } from './git.ts'
import { MAX_BLOB_BYTES, MAX_STATE_BLOB_BYTES, MAX_TREE_BYTES } from './limits.ts'
import { type Listing, listTree } from './list-tree.ts'
import { readBlobs, readSizes } from './read-blobs.ts'
import type { TreeItem } from './tree-item.ts'

/** An entry that was read before, and the size of its blob. */
interface Kept {
  readonly entry: Entry
  readonly bytes: number
}

/** Entries that were read before, by blob id; the same id is the same content for ever. */
export type EntryCache = ReadonlyMap<string, Kept>

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

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
    const kept = known.get(key) ?? { entry: toEntry(item, blobs.get(item.id), bytes), bytes }
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

/** Leaves out what lies in environments whose files are too large together. */
function withinBytes(listing: Listing, bytes: (item: TreeItem) => number) {
  const tally = environmentTally()
  for (const item of listing.items) {
    const size = bytes(item)
    tally.add(item.path, 0, size > MAX_BLOB_BYTES ? 0 : size)
  }
  const excess = [...listing.excess.values(), ...tally.excess.values()]
  if (tally.excess.size === 0) return { items: listing.items, excess }
  const isWithin = ({ path }: TreeItem) => !tally.excess.has(environmentFolder(path) ?? '')
  return { items: listing.items.filter(isWithin), excess }
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
      const text = blob && decode(blob)
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

function toEntry(item: TreeItem, blob: Buffer | undefined, bytes = 0): Entry {
  if (item.mode === 'submodule') return { kind: 'submodule' }
  if (blob === undefined) return { kind: 'too-large', bytes }
  const text = decode(blob)
  if (item.mode === 'link') return { kind: 'link', target: text ?? blob.toString('utf8') }
  return text === undefined ? { kind: 'not-utf8' } : { kind: 'text', text }
}

function decode(blob: Buffer): string | undefined {
  try {
    return decoder.decode(blob)
  } catch {
    return undefined
  }
}
