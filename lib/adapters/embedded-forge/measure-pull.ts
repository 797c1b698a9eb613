import { git } from '../git/git.ts'
import { runGit } from '../git/run-git.ts'
import type { ForgeRepository } from './forge.ts'
import { diffFiles } from './git/diff-files.ts'
import { mergeTrees } from './git/merge-trees.ts'
import type { PullRow } from './records.ts'
import type { PullMeasures } from './shapes/pull-shape.ts'

/** What is computed once for a head and a base; both say everything. */
const known = new WeakMap<ForgeRepository, Map<string, Promise<PullMeasures>>>()

export function measurePull(repository: ForgeRepository, pull: PullRow): Promise<PullMeasures> {
  const cache = known.get(repository) ?? new Map<string, Promise<PullMeasures>>()
  known.set(repository, cache)
  const key = `${pull.baseSha} ${pull.headSha}`
  const found = cache.get(key) ?? measure(repository, pull.baseSha, pull.headSha)
  cache.set(key, found)
  return found
}

async function measure(
  repository: ForgeRepository,
  base: string,
  head: string,
): Promise<PullMeasures> {
  const { dir } = repository
  const from = await mergeBase(repository, base, head)
  const files = from === undefined ? [] : await diffFiles(dir, from, head)
  const count = await git(dir, ['rev-list', '--count', head, `^${base}`])
  return {
    additions: files.reduce((sum, file) => sum + file.additions, 0),
    deletions: files.reduce((sum, file) => sum + file.deletions, 0),
    changedFiles: files.length,
    commits: Number(count.toString('latin1')),
    mergeable: (await mergeTrees(dir, base, head)) !== undefined,
  }
}

/** The latest commit that both reach. */
export async function mergeBase(
  repository: ForgeRepository,
  one: string,
  other: string,
): Promise<string | undefined> {
  const { code, out } = await runGit(repository.dir, ['merge-base', one, other])
  return code === 0 ? out.toString('latin1').trim() : undefined
}
