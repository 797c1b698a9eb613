import { printable } from '../../domain/printable.ts'
import type { Repository } from '../../ports/repository.ts'
import { gitRepository } from '../git.ts'
import type { OutsideError } from '../outside-error.ts'
import { git, gitFailure, outside } from './git.ts'
import { openMirror } from './mirror-folder.ts'
import { noteTips } from './mirror-tips.ts'
import { fetchBranches, remoteTips } from './remote.ts'
import { type RemoteAccess, remoteEnvironment } from './remote-access.ts'
import { isObjectId } from './revision.ts'
import { runGit } from './run-git.ts'

/** Where a mirror is kept, and of what. */
export interface MirrorOptions extends RemoteAccess {
  /** Made where it is missing; several processes may share it, and any may be killed. */
  readonly folder: string
  /** A pattern of the refs at which a forge keeps the heads of pull requests. */
  readonly pullHeads?: string
}

const FETCH = ['fetch', '--no-tags', '--no-write-fetch-head', '--refmap=', '--quiet']

/**
 * A remote repository, read and written through a bare mirror in a folder by the `git` binary.
 *
 * Branches are looked up on the remote each time; a commit that the mirror lacks (a fork's, of a pull request) is fetched
 * by its id, or with the head of the pull request where the remote gives no commits by id. A branch is moved by a push
 * that compares and swaps.
 */
export async function gitMirror(options: MirrorOptions): Promise<Repository> {
  const { folder, url } = options
  await openMirror(folder, options)
  const env = remoteEnvironment(options)
  const repository = await gitRepository({ repo: folder, remote: url, env })
  const known = new Set<string>()
  return fetchingFirst(repository, {
    async has(id) {
      if (known.has(id)) return true
      const isHere = (await isCommit(folder, id)) || (await fetchCommit(options, env, id))
      if (isHere) known.add(id)
      return isHere
    },
    absent: (id) => outside(`"${printable(url)}" has no commit ${printable(id)}`),
    async tips(wanted) {
      const remote = { remote: url, env }
      const tips = await remoteTips(folder, remote, wanted)
      const news = await absentOf(folder, new Set(tips.values()))
      if (news.size === 0) return tips
      const moved = [...tips].flatMap(([branch, id]) => (news.has(id) ? [branch] : []))
      await fetchBranches(folder, remote, moved)
      await noteTips(folder, tips)
      return tips
    },
  })
}

interface Commits {
  has(id: string): Promise<boolean>
  absent(id: string): OutsideError
  tips: Repository['tips']
}

/** The repository, where every commit that is named is made sure of first. */
function fetchingFirst(repository: Repository, commits: Commits): Repository {
  async function after<T>(ids: readonly string[], work: () => Promise<T>): Promise<T> {
    for (const id of ids) if (!(await commits.has(id))) throw commits.absent(id)
    return work()
  }
  return {
    tips: commits.tips,
    commit: (id) => after([id], () => repository.commit(id)),
    firstParents: (from, to) => after([from, to], () => repository.firstParents(from, to)),
    log: (tip, limit) => after([tip], () => repository.log(tip, limit)),
    isAncestor: async (older, newer) =>
      (await commits.has(older)) && after([newer], () => repository.isAncestor(older, newer)),
    mergeBase: (one, other) => after([one, other], () => repository.mergeBase(one, other)),
    differences: (from, to) => after([from, to], () => repository.differences(from, to)),
    snapshot: (id) => after([id], () => repository.snapshot(id)),
    readTree: (id) => after([id], () => repository.readTree(id)),
    readState: (id, paths) => after([id], () => repository.readState(id, paths)),
    write: (commit) =>
      after(commit.parent === undefined ? [] : [commit.parent], () => repository.write(commit)),
    move: (...args) => repository.move(...args),
  }
}

async function isCommit(folder: string, id: string): Promise<boolean> {
  return isObjectId(id) && (await runGit(folder, ['cat-file', '-e', `${id}^{commit}`])).code === 0
}

/** Those of the ids that the folder lacks. */
async function absentOf(folder: string, ids: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const args = ['cat-file', '--batch-check=%(objecttype)']
  const out = await git(folder, args, { input: [...ids, ''].join('\n') })
  const missing = out.toString('latin1').matchAll(/^(\w+) missing$/gm)
  return new Set([...missing].map(([, id = '']) => id))
}

type Environment = Readonly<Record<string, string>>

/** False: the remote does not have it, or does not give it. */
async function fetchCommit(
  { folder, url, pullHeads }: MirrorOptions,
  env: Environment,
  id: string,
): Promise<boolean> {
  if (!isObjectId(id)) return false
  const args = [...FETCH, '--', url, id]
  const result = await runGit(folder, args, { env })
  if (result.code === 0) return isCommit(folder, id)
  if (!/not our ref|unadvertised object|couldn't find remote ref|bad object/.test(result.err))
    throw gitFailure(folder, ['fetch'], result)
  if (pullHeads === undefined) return false
  const heads = await git(folder, ['ls-remote', '--refs', '--', url, pullHeads], { env })
  const line = heads
    .toString('utf8')
    .split('\n')
    .find((text) => text.startsWith(`${id}\t`))
  if (line === undefined) return false
  await git(folder, [...FETCH, '--', url, line.slice(id.length + 1)], { env })
  return isCommit(folder, id)
}
