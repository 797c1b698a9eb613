import type { Entry, Tree } from '../../domain/document.ts'
import { printable } from '../../domain/printable.ts'
import type { Texts } from '../../ports/repository.ts'
import { outside } from './git.ts'
import { listTree, type TreeItem } from './list-tree.ts'
import { readBlobs } from './read-blobs.ts'

/** Entries that were read before, by blob id; the same id is the same content for ever. */
export type EntryCache = ReadonlyMap<string, Entry>

/** A file of claims above 1 MiB is judged as too large, unread. */
const FILE_LIMIT = 1024 * 1024
/** Files that we or a cluster wrote: facts of a large cluster are some MiB. */
const STATE_FILE_LIMIT = 64 * 1024 * 1024
/** All texts of one tree; it is held in memory. */
const TREE_LIMIT = 1024 * 1024 * 1024

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** A tree and its entries by blob id, to be handed to the next reading. */
export interface CachedTree {
  readonly tree: Tree
  readonly cache: EntryCache
}

/** The tree of a commit, or what stands below prefixes, as Git has it: no attribute is honoured. */
export async function readTreeAt(
  repo: string,
  commit: string,
  known: EntryCache = new Map(),
  prefixes: readonly string[] = [],
): Promise<CachedTree> {
  const items = await listTree(repo, commit, prefixes)
  const isRead = (item: TreeItem) => item.mode !== 'submodule' && item.bytes <= FILE_LIMIT
  const unread = items.filter((item) => isRead(item) && !known.has(cacheKey(item)))
  requireFits(commit, items.filter(isRead))
  const blobs = await readBlobs(
    repo,
    unread.map((item) => item.id),
  )

  const tree = new Map<string, Entry>()
  const cache = new Map<string, Entry>()
  for (const item of items) {
    const entry = isRead(item)
      ? (known.get(cacheKey(item)) ?? toEntry(item, blobs.get(item.id)))
      : unreadEntry(item)
    if (isRead(item)) cache.set(cacheKey(item), entry)
    if (item.oddPath) tree.set(item.path, { kind: 'not-utf8' })
    else if (!tree.has(item.path)) tree.set(item.path, entry)
  }
  return { tree, cache }
}

/** The tree of a state branch; throws `OutsideError` for anything in it that is no text. */
export async function readStateAt(repo: string, commit: string): Promise<Texts> {
  const items = await listTree(repo, commit)
  const odd = items.find(
    (item) => item.mode !== 'file' || item.oddPath || item.bytes > STATE_FILE_LIMIT,
  )
  if (odd !== undefined) throw notOurs(commit, odd)
  requireFits(commit, items)
  const blobs = await readBlobs(
    repo,
    items.map((item) => item.id),
  )
  return new Map(
    items.map((item) => {
      const text = decode(blobs.get(item.id))
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

function requireFits(commit: string, items: readonly TreeItem[]): void {
  const bytes = items.reduce((sum, item) => sum + item.bytes, 0)
  if (bytes > TREE_LIMIT) throw outside(`commit ${commit} holds more than 1 GiB of text`)
}

/** A link and a file can share a blob. */
function cacheKey(item: TreeItem): string {
  return item.mode === 'link' ? `link ${item.id}` : item.id
}

function unreadEntry(item: TreeItem): Entry {
  if (item.mode === 'submodule') return { kind: 'submodule' }
  return { kind: 'too-large', bytes: item.bytes }
}

function toEntry(item: TreeItem, blob: Buffer | undefined): Entry {
  const text = decode(blob)
  if (item.mode === 'link') return { kind: 'link', target: text ?? blob?.toString('utf8') ?? '' }
  return text === undefined ? { kind: 'not-utf8' } : { kind: 'text', text }
}

function decode(blob: Buffer | undefined): string | undefined {
  try {
    return decoder.decode(blob)
  } catch {
    return undefined
  }
}
