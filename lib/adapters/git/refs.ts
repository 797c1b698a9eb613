import { setTimeout } from 'node:timers/promises'
import { printable } from '../../domain/printable.ts'
import type { Branches } from '../../ports/repository.ts'
import { git, gitFailure, outside } from './git.ts'
import { runGit } from './run-git.ts'

const HEADS = 'refs/heads/'
const ORIGIN = 'refs/remotes/origin/'

/** Branches of this repository and their tips, those that are wanted. */
export function localTips(repo: string, wanted: Branches): Promise<ReadonlyMap<string, string>> {
  return tipsBelow(repo, wanted, HEADS)
}

/** The same; where a branch is not checked out here, that of the remote as it was fetched last. */
export async function knownTips(
  repo: string,
  wanted: Branches,
): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ...(await tipsBelow(repo, wanted, ORIGIN)),
    ...(await tipsBelow(repo, wanted, HEADS)),
  ])
}

async function tipsBelow(repo: string, wanted: Branches, root: string) {
  const format = '--format=%(objectname) %(refname)'
  const patterns = [...wanted.names, ...wanted.below].map((name) => root + name)
  return readTips(await git(repo, ['for-each-ref', format, '--', ...patterns]), wanted, root)
}

/** Lines of `<id> SP or TAB <ref>`, reduced to the branches that are wanted; their names are what follows `root`. */
export function readTips(
  out: Buffer,
  wanted: Branches,
  root: string = HEADS,
): ReadonlyMap<string, string> {
  const tips = new Map<string, string>()
  for (const line of out.toString('utf8').split('\n')) {
    const [id = '', ref = ''] = line.split(/[ \t]/)
    if (!ref.startsWith(root)) continue
    const branch = ref.slice(root.length)
    const isWanted =
      wanted.names.includes(branch) || wanted.below.some((prefix) => branch.startsWith(prefix))
    if (isWanted) tips.set(branch, id)
  }
  return tips
}

/** Throws `OutsideError` where somebody works on the branch here: its files would be another commit's. */
export async function requireNoWorkTree(repo: string, branch: string): Promise<void> {
  const format = '--format=%(worktreepath)'
  const path = (await git(repo, ['for-each-ref', format, '--', HEADS + branch])).toString('utf8')
  if (path.trim() === '') return
  throw outside(
    `branch "${printable(branch)}" is checked out at "${printable(path.trim(), 1000)}": switch to another one there first`,
  )
}

/** Waits for another run's lock, beside the tenth of a second that git itself waits each time. */
const LOCK_WAITS_MS = [100, 300, 900]

/**
 * Compare-and-swap: moves a ref to `to` if it still is at `from`, an id, or all zeros for a ref that
 * must not exist yet. False: it is elsewhere. Throws `OutsideError` for a lock that stays while nobody moves the ref.
 */
export async function updateRef(
  repo: string,
  ref: string,
  to: string,
  from: string,
): Promise<boolean> {
  const args = ['update-ref', '--no-deref', '-m', 'netclaim', ref, to, from]
  for (let attempt = 0; ; attempt++) {
    const result = await runGit(repo, args)
    if (result.code === 0) return true
    if (!result.err.includes('cannot lock ref')) throw gitFailure(repo, args, result)
    const lock = /Unable to create '(?<path>.+\.lock)': File exists/.exec(result.err)?.groups?.[
      'path'
    ]
    if (lock === undefined || (await tipOf(repo, ref, from)) !== from) return false
    const wait = LOCK_WAITS_MS[attempt]
    if (wait === undefined) throw locked(ref, lock)
    await setTimeout(wait)
  }
}

/** Where a ref is; all zeros where there is none. */
async function tipOf(repo: string, ref: string, like: string): Promise<string> {
  const { code, out } = await runGit(repo, ['rev-parse', '--verify', '--quiet', ref])
  return code === 0 ? out.toString('latin1').trim() : zeroId(like)
}

function locked(ref: string, path: string): Error {
  return outside(
    `"${printable(ref)}" is locked by the file "${printable(path, 1000)}": when no other run is at work, one that was killed left it, and it can be removed`,
    true,
  )
}

/** The id that stands for "no such ref" in a repository with ids like this one. */
export function zeroId(id: string): string {
  return '0'.repeat(id.length)
}
