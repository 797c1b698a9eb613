import type { Branches } from '../../ports/repository.ts'
import { git, gitFailure } from './git.ts'
import { runGit } from './run-git.ts'

const HEADS = 'refs/heads/'

/** Branches of this repository and their tips, those that are wanted. */
export async function localTips(
  repo: string,
  wanted: Branches,
): Promise<ReadonlyMap<string, string>> {
  const format = '--format=%(objectname) %(refname)'
  const patterns = [...wanted.names, ...wanted.below].map((name) => HEADS + name)
  return readTips(await git(repo, ['for-each-ref', format, '--', ...patterns]), wanted)
}

/** Lines of `<id> SP or TAB <ref>`, reduced to the branches that are wanted. */
export function readTips(out: Buffer, wanted: Branches): ReadonlyMap<string, string> {
  const tips = new Map<string, string>()
  for (const line of out.toString('utf8').split('\n')) {
    const [id = '', ref = ''] = line.split(/[ \t]/)
    if (!ref.startsWith(HEADS)) continue
    const branch = ref.slice(HEADS.length)
    const isWanted =
      wanted.names.includes(branch) || wanted.below.some((prefix) => branch.startsWith(prefix))
    if (isWanted) tips.set(branch, id)
  }
  return tips
}

/**
 * Compare-and-swap: moves a ref to `to` if it still is at `from`, an id, or all zeros for a ref that
 * must not exist yet. False: it is elsewhere, or another process holds its lock.
 */
export async function updateRef(
  repo: string,
  ref: string,
  to: string,
  from: string,
): Promise<boolean> {
  const args = ['update-ref', '--no-deref', '-m', 'netclaim', ref, to, from]
  const result = await runGit(repo, args)
  if (result.code === 0) return true
  if (result.err.includes('cannot lock ref')) return false
  throw gitFailure(repo, args, result)
}

/** The id that stands for "no such ref" in a repository with ids like this one. */
export function zeroId(id: string): string {
  return '0'.repeat(id.length)
}
