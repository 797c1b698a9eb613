import type { Entry, Tree } from '../../domain/document.ts'
import { printable } from '../../domain/printable.ts'
import type { Texts } from '../../ports/repository.ts'
import { outside } from './git.ts'
import { listTree, type TreeItem } from './list-tree.ts'
import { readBlobs, readSizes } from './read-blobs.ts'

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
  const unread = items.filter((item) => item.mode !== 'submodule' && !known.has(cacheKey(item)))
  const { sizes, blobs } = await readFitting(repo, unread, FILE_LIMIT)

  const tree = new Map<string, Entry>()
  const cache = new Map<string, Entry>()
  for (const item of items) {
    const key = cacheKey(item)
    const entry = known.get(key) ?? toEntry(item, blobs.get(item.id), sizes.get(item.id))
    cache.set(key, entry)
    if (item.oddPath) tree.set(item.path, { kind: 'not-utf8' })
    else if (!tree.has(item.path)) tree.set(item.path, entry)
  }
  return { tree, cache }
}

/** The tree of a state branch; throws `OutsideError` for anything in it that is no text. */
export async function readStateAt(
  repo: string,
  commit: string,
  prefixes: readonly string[] = [],
): Promise<Texts> {
  const items = await listTree(repo, commit, prefixes)
  const odd = items.find((item) => item.mode !== 'file' || item.oddPath)
  if (odd !== undefined) throw notOurs(commit, odd)
  const { blobs } = await readFitting(repo, items, STATE_FILE_LIMIT)
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

/** Sizes of all, and contents of those that are not larger than `limit`. */
async function readFitting(repo: string, items: readonly TreeItem[], limit: number) {
  const sizes = await readSizes(
    repo,
    items.map((item) => item.id),
  )
  const fitting = [...sizes].filter(([, bytes]) => bytes <= limit)
  const bytes = fitting.reduce((sum, [, size]) => sum + size, 0)
  if (bytes > TREE_LIMIT) throw outside('one tree holds more than 1 GiB of text')
  return {
    sizes,
    blobs: await readBlobs(
      repo,
      fitting.map(([id]) => id),
    ),
  }
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
