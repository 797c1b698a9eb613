import { git } from '../git/git.ts'
import { runGit } from '../git/run-git.ts'
import type { ForgeRepository } from './forge.ts'
import { diffFiles, type FileDifference } from './git/diff-files.ts'
import { mergeTrees } from './git/merge-trees.ts'
import { kept } from './kept.ts'
import type { PullRow } from './records.ts'
import type { PullMeasures } from './shapes/pull-shape.ts'

const measures = kept<PullMeasures>()

/** A head and a base say everything. */
export function measurePull(
  repository: ForgeRepository,
  { baseSha, headSha }: PullRow,
): Promise<PullMeasures> {
  return measures(repository, [baseSha, headSha], () => measure(repository, baseSha, headSha))
}

async function measure(
  repository: ForgeRepository,
  base: string,
  head: string,
): Promise<PullMeasures> {
  const { dir } = repository
  const from = await mergeBase(repository, base, head)
  const files = from === undefined ? [] : await filesBetween(repository, from, head)
  return {
    additions: files.reduce((sum, file) => sum + file.additions, 0),
    deletions: files.reduce((sum, file) => sum + file.deletions, 0),
    changedFiles: files.length,
    commits: (await commitsBetween(repository, base, head)).length,
    mergeable: (await mergeTrees(dir, base, head)) !== undefined,
  }
}

const bases = kept<string | undefined>()

/** The latest commit that both reach. */
export function mergeBase(
  repository: ForgeRepository,
  one: string,
  other: string,
): Promise<string | undefined> {
  return bases(repository, [one, other], async () => {
    const { code, out } = await runGit(repository.dir, ['merge-base', one, other])
    return code === 0 ? out.toString('latin1').trim() : undefined
  })
}

const lines = kept<readonly string[]>()

/** Ids of what `head` has and `base` does not, the oldest first. */
export function commitsBetween(
  repository: ForgeRepository,
  base: string,
  head: string,
): Promise<readonly string[]> {
  return lines(repository, [base, head], async () => {
    const out = await git(repository.dir, ['rev-list', '--reverse', head, `^${base}`, '--'])
    return out.toString('latin1').split('\n').filter(Boolean)
  })
}

const differences = kept<readonly FileDifference[]>()

/** Files that two commits have differently. */
export function filesBetween(
  repository: ForgeRepository,
  from: string,
  to: string,
): Promise<readonly FileDifference[]> {
  return differences(repository, [from, to], () => diffFiles(repository.dir, from, to))
}
