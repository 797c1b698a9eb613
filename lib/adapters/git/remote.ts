import { printable } from '../../domain/printable.ts'
import type { Branches } from '../../ports/repository.ts'
import { git, gitFailure, outside } from './git.ts'
import { readTips, zeroId } from './refs.ts'
import { runGit } from './run-git.ts'

/** A remote by name or address, and the environment of every `git` that talks to it. */
export interface Remote {
  readonly remote: string
  readonly env?: Readonly<Record<string, string>>
}

/**
 * Tips of a remote's branches at this moment, and their objects fetched.
 *
 * No ref of this repository is touched, so that several runs in one clone do not meet.
 */
export async function fetchTips(
  repo: string,
  { remote, env = {} }: Remote,
  wanted: Branches,
): Promise<ReadonlyMap<string, string>> {
  const tips = await remoteTips(repo, { remote, env }, wanted)
  await fetchBranches(repo, { remote, env }, [...tips.keys()])
  return tips
}

/** Fetches what branches of a remote hold, and touches no ref. */
export async function fetchBranches(
  repo: string,
  { remote, env = {} }: Remote,
  branches: readonly string[],
): Promise<void> {
  if (branches.length === 0) return
  const refs = branches.toSorted().map((branch) => `refs/heads/${branch}`)
  const options = ['--no-tags', '--no-write-fetch-head', '--refmap=', '--quiet']
  await git(repo, ['fetch', ...options, '--', remote, ...refs], { env })
}

/** Tips of a remote's branches at this moment. */
export async function remoteTips(
  repo: string,
  { remote, env = {} }: Remote,
  wanted: Branches,
): Promise<ReadonlyMap<string, string>> {
  if (remote === '' || remote.startsWith('-') || remote.includes('\0'))
    throw outside(`"${printable(remote)}" cannot be the name of a remote`)
  const patterns = [...wanted.names, ...wanted.below.map((prefix) => `${prefix}*`)]
  const refs = patterns.map((pattern) => `refs/heads/${pattern}`)
  return readTips(await git(repo, ['ls-remote', '--refs', '--', remote, ...refs], { env }), wanted)
}

/** What a push is to do: the branch must be at `from` on the remote, exactly. */
export interface Push extends Remote {
  readonly branch: string
  readonly to: string
  readonly from: string
}

/** Another push is at work on the branch at this moment. */
const RACE = /cannot lock ref|failed to lock|\.lock'|stale info/
/** Nobody can write there, also later. */
const CLOSED = /permission denied|read-only file system|no space left/i

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
  const result = await runGit(repo, args, { env: push.env ?? {} })
  if (result.code === 0) return true
  const wanted: Branches = { names: [push.branch], below: [] }
  const tip = (await remoteTips(repo, push, wanted)).get(push.branch)
  if (tip === push.to) return true
  const isThere = (tip ?? zeroId(push.from)) === push.from
  if (!isThere || (RACE.test(result.err) && !CLOSED.test(result.err))) return false
  throw gitFailure(repo, args, result)
}
