import type { Entry, Tree } from '../../domain/document.ts'
import { printable } from '../../domain/printable.ts'
import { MAX_BLOB_BYTES, MAX_STATE_BLOB_BYTES, MAX_TREE_BYTES } from '../../domain/tree-limits.ts'
import { decodeUtf8, entryOf, type TreeItem, withinBytes } from '../../domain/tree-listing.ts'
import type { Texts } from '../../ports/repository.ts'
import { GitHubError } from './github-error.ts'
import { listTree, type SizedItem } from './list-tree.ts'
import type { CommitObject } from './object-store.ts'
import type { Objects } from './objects.ts'
import type { WantedPaths } from './wanted-paths.ts'

/** What reads the blobs of a commit that nobody knows yet ahead of their use, where they are many. */
export type Prefetch = (commit: string, items: readonly SizedItem[]) => Promise<void>

/**
 * What stands below the wanted paths of a commit, as Git has it: no attribute is honoured. An environment beyond a limit
 * is one entry of kind `too-much`, and nothing of it is read.
 */
export async function readTreeAt(
  objects: Objects,
  commit: CommitObject,
  wanted: WantedPaths,
  prefetch: Prefetch,
): Promise<Tree> {
  const listing = await listTree(objects, commit.root, wanted)
  const { items, excess } = withinBytes(listing, ({ bytes = 0 }) => bytes)
  const blobs = await readBlobs(objects, commit.id, { items, prefetch, maxBytes: MAX_BLOB_BYTES })
  const tree = new Map<string, Entry>()
  for (const item of items) {
    if (item.oddPath) tree.set(item.path, { kind: 'odd-path' })
    else if (!tree.has(item.path))
      tree.set(item.path, entryOf(item, blobs.get(item.id), item.bytes))
  }
  for (const { path, limit } of excess) tree.set(path, { kind: 'too-much', limit })
  return tree
}

/** The tree of a state branch; throws `OutsideError` for anything in it that is no text. */
export async function readStateAt(
  objects: Objects,
  commit: CommitObject,
  wanted: WantedPaths,
  prefetch: Prefetch,
): Promise<Texts> {
  const { items } = await listTree(objects, commit.root, wanted)
  const odd = items.find((item) => item.mode !== 'file' || item.oddPath)
  if (odd !== undefined) throw notOurs(commit.id, odd)
  const maxBytes = MAX_STATE_BLOB_BYTES
  const blobs = await readBlobs(objects, commit.id, { items, prefetch, maxBytes })
  return new Map(
    items.map((item) => {
      const blob = blobs.get(item.id)
      const text = blob && decodeUtf8(blob)
      if (text === undefined) throw notOurs(commit.id, item)
      return [item.path, text]
    }),
  )
}

function notOurs(commit: string, { path }: TreeItem): GitHubError {
  return new GitHubError(
    `"${printable(path)}" in commit ${commit} is no text file, so Netclaim did not write that commit`,
    { status: 200, retryable: false },
  )
}

/** Contents of those blobs that are not larger than `maxBytes`, by id. */
async function readBlobs(
  objects: Objects,
  commit: string,
  from: { items: readonly SizedItem[]; maxBytes: number; prefetch: Prefetch },
): Promise<ReadonlyMap<string, Uint8Array>> {
  const { items, maxBytes, prefetch } = from
  const fitting = new Map<string, SizedItem>()
  let sum = 0
  for (const item of items) {
    const { bytes = 0 } = item
    if (item.mode === 'submodule' || bytes > maxBytes || fitting.has(item.id)) continue
    fitting.set(item.id, item)
    sum += bytes
  }
  if (sum > MAX_TREE_BYTES)
    throw new GitHubError(`one tree holds more than ${MAX_TREE_BYTES} bytes`, {
      status: 200,
      retryable: false,
    })
  await prefetch(commit, [...fitting.values()])
  const read = [...fitting.values()].map(
    async ({ id, bytes }) => [id, await objects.blob(id, bytes)] as const,
  )
  return new Map(await Promise.all(read))
}
