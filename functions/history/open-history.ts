import { describeCommits } from '../../lib/adapters/git/describe-commits.ts'
import { git, outside } from '../../lib/adapters/git/git.ts'
import {
  findCommit,
  mainBranch,
  requireRepository,
  requireWholeHistory,
  resolveCommit,
} from '../../lib/adapters/git/revision.ts'
import { firstParentIds, gitRepository, isAncestor } from '../../lib/adapters/git.ts'
import { printable } from '../../lib/domain/printable.ts'
import { stateBranchAt } from '../allocate/state-branch.ts'
import { noStateBranch } from '../allocate/state-refusals.ts'

/** A clone of a claims repository, and the state commit up to which its history counts. */
export interface History {
  readonly repo: string
  /** Tip of the branch of the claims. */
  readonly main: string
  /** State commit. */
  readonly tip: string
  /** Whether that is the branch as it is, and not as it was. */
  readonly isLatest: boolean
  /** The date that was asked for, else that of the newest commit, in seconds since 1970. */
  readonly now: number
}

/** What of the history is wanted. */
export interface HistoryWish {
  /** The branch of the claims (default `main`; of a bare repository, that of its HEAD). */
  readonly branch?: string | undefined
  /** A date, or a revision of main or of the state; absent: all of it. */
  readonly at?: string | undefined
}

/**
 * Finds main and the state in a local repository; where a branch is not checked out here, that of the remote. Throws
 * `OutsideError` where there is none, and for a shallow clone.
 */
export async function openHistory(repo: string, { branch, at }: HistoryWish): Promise<History> {
  await requireRepository(repo)
  await requireWholeHistory(repo)
  const name = await mainBranch(repo, branch)
  const main = await tipOf(repo, name)
  if (main === undefined) throw outside(`there is no branch "${printable(name)}"`)
  const repository = await gitRepository({ repo })
  const stateBranch = await stateBranchAt(repository, { main: name, commit: main })
  const tip = await tipOf(repo, stateBranch)
  if (tip === undefined) throw noStateBranch(stateBranch)
  if (at === undefined)
    return { repo, main, tip, isLatest: true, now: await newest(repo, [main, tip]) }
  const seconds = secondsOf(at)
  const then = await stateAt({ repo, tip }, at, seconds)
  return { repo, main, tip: then, isLatest: false, now: seconds ?? (await newest(repo, [then])) }
}

async function tipOf(repo: string, branch: string): Promise<string | undefined> {
  return (
    (await findCommit(repo, `refs/heads/${branch}`)) ??
    (await findCommit(repo, `refs/remotes/origin/${branch}`))
  )
}

async function newest(repo: string, ids: readonly string[]): Promise<number> {
  const commits = await describeCommits(repo, ids)
  return Math.max(...commits.values().map(({ seconds }) => seconds))
}

type Branch = Pick<History, 'repo' | 'tip'>

/** The state commit of a date, or of a revision. Throws `OutsideError` where there was none yet. */
async function stateAt(branch: Branch, at: string, seconds?: number): Promise<string> {
  const found = seconds === undefined ? await atRevision(branch, at) : await atDate(branch, seconds)
  if (found === undefined) throw outside(`there was no state yet at "${printable(at)}"`)
  return found
}

/** `2026-03-01` is the end of that day, `2026-03-01T12:00:00Z` that second; undefined for anything else. */
function secondsOf(text: string): number | undefined {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text)
  if (!isDay && !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:\d{2})$/.test(text))
    return undefined
  const milliseconds = Date.parse(isDay ? `${text}T23:59:59Z` : text)
  if (Number.isNaN(milliseconds)) throw outside(`"${printable(text)}" is no date`)
  return Math.floor(milliseconds / 1_000)
}

async function atDate({ repo, tip }: Branch, seconds: number): Promise<string | undefined> {
  const args = ['rev-list', '--first-parent', '--max-count=1', `--before=${seconds}`, tip, '--']
  return (await git(repo, args)).toString('latin1').trim() || undefined
}

/** A commit of the state itself, or the last state that was planned for one that the revision has in its history. */
async function atRevision({ repo, tip }: Branch, revision: string): Promise<string | undefined> {
  const commit = await resolveCommit(repo, revision)
  if (await isAncestor(repo, commit, tip)) return commit
  const known = new Set(await firstParentIds(repo, commit))
  const format = '--format=%H %(trailers:key=Source,valueonly,separator=%x20)'
  const steps = await git(repo, ['log', '--first-parent', format, tip, '--'])
  const step = steps
    .toString('latin1')
    .split('\n')
    .find((line) => known.has(line.split(' ')[1] ?? ''))
  return step?.split(' ')[0]
}
