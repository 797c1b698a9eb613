import type { Tree } from '../domain/document.ts'
import type { LoggedCommit, Repository, SourceCommit, Texts } from '../ports/repository.ts'
import { differences } from './git/differences.ts'
import { git, gitFailure } from './git/git.ts'
import { type EntryCache, readStateAt, readTreeAt } from './git/read-tree.ts'
import { localTips, requireNoWorkTree, updateRef } from './git/refs.ts'
import { fetchTips, pushExactly } from './git/remote.ts'
import {
  findCommit,
  requireRepository,
  requireWholeHistory,
  resolveCommit,
} from './git/revision.ts'
import { runGit } from './git/run-git.ts'
import { claimsSnapshot } from './git/snapshot.ts'
import { writeCommit } from './git/write-commit.ts'

/** What a claims repository keeps for us; nothing beside it is read, in folders neither. */
const claimParts = ['netclaim.yaml', 'platform', 'environments', 'acknowledgements']

/** The claims at a revision that a person named, or what stands below prefixes (`environments/a/`). */
export async function readRevision(
  repo: string,
  revision: string,
  prefixes: readonly string[] = claimParts,
): Promise<Tree> {
  const commit = await resolveCommit(repo, revision)
  return (await readTreeAt(repo, commit, undefined, prefixes)).tree
}

/** The state tree of a revision that a person named. */
export async function readState(repo: string, revision: string): Promise<Texts> {
  return readStateAt(repo, await resolveCommit(repo, revision))
}

/** Which repository, and where its branches are: here, or on a remote that is fetched and pushed to. */
export interface GitLocation {
  readonly repo: string
  readonly remote?: string
  /** For every `git` that talks to the remote: how it is let in. */
  readonly env?: Readonly<Record<string, string>>
}

/** A repository on this machine, by the `git` binary. Throws `OutsideError` for a shallow clone. */
export async function gitRepository({ repo, remote, env = {} }: GitLocation): Promise<Repository> {
  await requireRepository(repo)
  await requireWholeHistory(repo)
  let cache: EntryCache | undefined
  return {
    tips: (wanted) =>
      remote === undefined ? localTips(repo, wanted) : fetchTips(repo, { remote, env }, wanted),
    commit: (id) => oneCommit(repo, id),
    firstParents: (from, to) => firstParents(repo, from, to),
    log: (tip, limit) => log(repo, tip, limit),
    isAncestor: (older, newer) => isAncestor(repo, older, newer),
    mergeBase: (one, other) => mergeBase(repo, one, other),
    differences: (from, to) => differences(repo, from, to),
    snapshot: async (commit) => claimsSnapshot(repo, commit),
    async readTree(commit) {
      const read = await readTreeAt(repo, commit, cache, claimParts)
      cache = read.cache
      return read.tree
    },
    readState: (commit, paths) => readStateAt(repo, commit, paths),
    write: (commit) => writeCommit(repo, commit),
    async move(branch, to, from, how) {
      if (remote !== undefined) return pushExactly(repo, { remote, env, branch, to, from })
      if (how !== undefined) await requireNoWorkTree(repo, branch)
      return updateRef(repo, `refs/heads/${branch}`, to, from)
    },
  }
}

/** First parents of `to` that `from` does not reach, or all of them, `to` included, the oldest first. */
export async function firstParents(
  repo: string,
  from: string | undefined,
  to: string,
): Promise<readonly SourceCommit[]> {
  const beyond = from === undefined ? [] : [`^${from}`]
  return listCommits(repo, ['--first-parent', '--reverse', to, ...beyond])
}

/** Ids of all first parents of `commit`, itself included, the newest first; none where the repository does not have it. */
export async function firstParentIds(repo: string, commit: string): Promise<readonly string[]> {
  if ((await findCommit(repo, commit)) === undefined) return []
  const out = await git(repo, ['rev-list', '--first-parent', commit, '--'])
  return out.toString('latin1').split('\n').filter(Boolean)
}

async function log(repo: string, tip: string, limit: number): Promise<readonly LoggedCommit[]> {
  const format = ['--format=%H%x00%P%x00%B%x00', '--encoding=UTF-8', '--no-commit-header']
  const args = ['rev-list', ...format, '--first-parent', `--max-count=${limit}`, tip, '--']
  const out = (await git(repo, args)).toString('utf8')
  return [...out.matchAll(/([0-9a-f]+)\0([^\0]*)\0([^\0]*)\0\n/g)].map(
    ([, id = '', parents = '', message = '']) => {
      const [parent = ''] = parents.split(' ')
      return { id, ...(parent === '' ? {} : { parent }), message: message.trimEnd() }
    },
  )
}

/** Is `older` reached from `newer`? False also when the repository does not have it. */
export async function isAncestor(repo: string, older: string, newer: string): Promise<boolean> {
  if ((await runGit(repo, ['cat-file', '-e', `${older}^{commit}`])).code !== 0) return false
  const args = ['merge-base', '--is-ancestor', older, newer]
  const result = await runGit(repo, args)
  if (result.code > 1) throw gitFailure(repo, args, result)
  return result.code === 0
}

async function mergeBase(repo: string, one: string, other: string): Promise<string | undefined> {
  const args = ['merge-base', one, other]
  const result = await runGit(repo, args)
  if (result.code > 1) throw gitFailure(repo, args, result)
  return result.code === 0 ? result.out.toString('latin1').trim() : undefined
}

async function oneCommit(repo: string, id: string): Promise<SourceCommit> {
  const [commit] = await listCommits(repo, ['--max-count=1', id])
  if (commit === undefined) throw new Error(`no commit ${id}`)
  return commit
}

async function listCommits(repo: string, range: readonly string[]): Promise<SourceCommit[]> {
  // Encoding: the subject of a commit in another encoding is converted; what cannot be is shown as U+FFFD.
  const format = ['--format=%H%x00%ct%x00%P%x00%ae%x00%s', '--encoding=UTF-8', '--no-commit-header']
  const out = await git(repo, ['rev-list', ...format, ...range, '--'])
  return out
    .toString('utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [id = '', seconds = '', parents = '', author = '', subject = ''] = line.split('\0')
      const [parent = ''] = parents.split(' ')
      const known = { id, seconds: Math.max(0, Number(seconds) || 0), author, subject }
      return parent === '' ? known : { ...known, parent }
    })
}
