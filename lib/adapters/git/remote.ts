import { printable } from '../../domain/printable.ts'
import type { Branches } from '../../ports/repository.ts'
import { git, gitFailure, outside } from './git.ts'
import { readTips } from './refs.ts'
import { runGit } from './run-git.ts'

/**
 * Tips of a remote's branches at this moment, and their objects fetched.
 *
 * No ref of this repository is touched, so that several runs in one clone do not meet.
 */
export async function fetchTips(
  repo: string,
  remote: string,
  wanted: Branches,
): Promise<ReadonlyMap<string, string>> {
  const tips = await remoteTips(repo, remote, wanted)
  if (tips.size === 0) return tips
  const refs = [...tips.keys()].toSorted().map((branch) => `refs/heads/${branch}`)
  const options = ['--no-tags', '--no-write-fetch-head', '--refmap=', '--quiet']
  await git(repo, ['fetch', ...options, '--', remote, ...refs])
  return tips
}

async function remoteTips(
  repo: string,
  remote: string,
  wanted: Branches,
): Promise<ReadonlyMap<string, string>> {
  if (remote === '' || remote.startsWith('-') || remote.includes('\0'))
    throw outside(`"${printable(remote)}" cannot be the name of a remote`)
  const patterns = [...wanted.names, ...wanted.below.map((prefix) => `${prefix}*`)]
  const refs = patterns.map((pattern) => `refs/heads/${pattern}`)
  return readTips(await git(repo, ['ls-remote', '--refs', '--', remote, ...refs]), wanted)
}

/** What a push is to do: the branch must be at `from` on the remote, exactly. */
export interface Push {
  readonly remote: string
  readonly branch: string
  readonly to: string
  readonly from: string
}

/**
 * Compare-and-swap on a remote. False: the branch is elsewhere by now.
 *
 * Servers word a lost race differently, so the branch itself is asked, not the message; also after a
 * connection that broke when the branch had moved already.
 */
export async function pushExactly(repo: string, push: Push): Promise<boolean> {
  const ref = `refs/heads/${push.branch}`
  const lease = `--force-with-lease=${ref}:${push.from}`
  const args = ['push', '--quiet', '--no-verify', lease, '--', push.remote, `${push.to}:${ref}`]
  const result = await runGit(repo, args)
  if (result.code === 0) return true
  const wanted: Branches = { names: [push.branch], below: [] }
  const tip = (await remoteTips(repo, push.remote, wanted)).get(push.branch)
  if (tip === push.to) return true
  if (tip !== push.from || /cannot lock ref|failed to lock|\.lock'|stale info/.test(result.err))
    return false
  throw gitFailure(repo, args, result)
}
