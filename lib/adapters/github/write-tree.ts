import { MAX_TREE_CONTENT_BYTES, MAX_TREE_ENTRIES } from './limits.ts'
import type { GitHubRepository } from './query.ts'

/** A path with its new text, or without one where the file goes. */
type Change = readonly [path: string, text: string | undefined]

/**
 * Writes the tree that changes make of another one, a thousand entries a call, each call upon the one before. Gives its
 * id. Throws `OutsideError` where a file that is to go is not there.
 */
export async function writeTree(
  github: GitHubRepository,
  base: string | undefined,
  changes: ReadonlyMap<string, string | undefined>,
): Promise<string> {
  let tree = base
  for (const chunk of chunksOf(changes)) tree = await writeChunk(github, tree, chunk)
  if (tree === undefined) throw new Error('a tree without a file')
  return tree
}

async function writeChunk(
  { octokit, owner, repo }: GitHubRepository,
  base: string | undefined,
  chunk: readonly Change[],
): Promise<string> {
  const tree = chunk.map(([path, text]) => ({
    path,
    mode: '100644' as const,
    type: 'blob' as const,
    ...(text === undefined ? { sha: null } : { content: text.toWellFormed() }),
  }))
  const on = base === undefined ? {} : { base_tree: base }
  return (await octokit.rest.git.createTree({ owner, repo, tree, ...on })).data.sha
}

/** What goes comes first: a folder may take the place of a file. */
export function chunksOf(
  changes: ReadonlyMap<string, string | undefined>,
): readonly (readonly Change[])[] {
  const sorted = [...changes].toSorted(([a], [b]) => (a < b ? -1 : 1))
  for (const [path] of sorted) refuseStray(path)
  const gone = sorted.filter(([, text]) => text === undefined)
  const written = sorted.filter(([, text]) => text !== undefined)
  if (!replaces(gone, new Set(written.map(([path]) => path))))
    return inChunks([...gone, ...written])
  return [...inChunks(gone), ...inChunks(written)]
}

function inChunks(changes: readonly Change[]): readonly (readonly Change[])[] {
  const chunks: Change[][] = []
  let bytes = 0
  for (const change of changes) {
    // Three bytes are the most that UTF-8 takes for one UTF-16 unit.
    const cost = change[0].length + (change[1]?.length ?? 0) * 3
    const last = chunks.at(-1)
    if (
      last === undefined ||
      last.length === MAX_TREE_ENTRIES ||
      bytes + cost > MAX_TREE_CONTENT_BYTES
    ) {
      chunks.push([change])
      bytes = cost
    } else {
      last.push(change)
      bytes += cost
    }
  }
  return chunks
}

/** Whether a file takes the place of a folder, or a folder that of a file. */
function replaces(gone: readonly Change[], written: ReadonlySet<string>): boolean {
  const goes = new Set(gone.map(([path]) => path))
  const folders = (paths: Iterable<string>) =>
    [...paths].flatMap((path) => [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index)))
  return (
    folders(written).some((path) => goes.has(path)) ||
    folders(goes).some((path) => written.has(path))
  )
}

/** A path that could leave the tree is a bug of ours. */
function refuseStray(path: string): void {
  const strays = path.split('/').some((name) => /^(?:|\.\.?|\.git)$/i.test(name))
  if (strays || path.includes('\0')) throw new Error(`path ${JSON.stringify(path)} in a commit`)
}
