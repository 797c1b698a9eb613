import type { NewCommit } from '../../ports/repository.ts'
import { noCommit } from './compare.ts'
import { GitHubError } from './github-error.ts'
import { listTree } from './list-tree.ts'
import type { Objects } from './objects.ts'
import type { GitHubRepository } from './query.ts'
import { wantedPaths } from './wanted-paths.ts'
import { writeTree } from './write-tree.ts'

/**
 * Writes a commit that no branch has, and gives its id. It names no author and no committer: GitHub then signs it as the
 * app's, and dates it itself.
 */
export async function writeCommit(
  github: GitHubRepository,
  objects: Objects,
  { parent, changes, message }: NewCommit,
): Promise<string> {
  const base = parent === undefined ? undefined : await objects.commit(parent)
  if (parent !== undefined && base === undefined) throw noCommit(parent)
  const tree = await treeOf(github, objects, base?.root, changes)
  const { octokit, owner, repo } = github
  const parents = parent === undefined ? [] : [parent]
  const { data } = await octokit.rest.git.createCommit({ owner, repo, message, tree, parents })
  const encoder = new TextEncoder()
  for (const text of changes.values())
    if (text !== undefined) await objects.keepBlob(encoder.encode(text), tree)
  return data.sha
}

async function treeOf(
  github: GitHubRepository,
  objects: Objects,
  base: string | undefined,
  changes: NewCommit['changes'],
): Promise<string> {
  try {
    return await writeTree(github, base, changes)
  } catch (error) {
    // GitHub refuses to remove what is not there; Git does not mind.
    if (!(error instanceof GitHubError) || error.status !== 422 || base === undefined) throw error
    const there = await pathsIn(objects, base, changes)
    const fitting = new Map(
      [...changes].filter(([path, text]) => text !== undefined || there.has(path)),
    )
    if (fitting.size === changes.size) throw error
    return writeTree(github, base, fitting)
  }
}

/** Of the paths that go, those that are there. */
async function pathsIn(objects: Objects, root: string, changes: NewCommit['changes']) {
  const gone = [...changes].flatMap(([path, text]) => (text === undefined ? [path] : []))
  const { items } = await listTree(objects, root, wantedPaths(gone))
  return new Set(items.map(({ path }) => path))
}
