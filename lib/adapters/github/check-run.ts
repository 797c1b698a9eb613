import type { Clock } from '../../ports/clock.ts'
import type { Answered, Conclusion } from '../../ports/forge.ts'
import type { GitHubRepository } from './query.ts'
import { untilSeen } from './until-seen.ts'

/** Name of our check; rulesets and the merge queue require it by this name. */
export const CHECK_NAME = 'netclaim'

/** The repository, with whose check it is. */
export interface Checks extends GitHubRepository {
  /** The app whose check runs are ours; without it, whichever has the name. */
  readonly appId?: number
  readonly clock: Clock
}

/** A check run, as far as it matters here. */
export interface CheckRun {
  readonly id: number
  readonly isDone: boolean
  readonly conclusion: string | null
  readonly key: string
  /** As GitHub keeps it, with its mark. */
  readonly externalId: string | null
  readonly startedAt: string | null
  /** Annotations that it has: GitHub only ever adds to them. */
  readonly annotations: number
}

interface Row {
  readonly id: number | bigint
  readonly status: string
  readonly conclusion: string | null
  readonly external_id: string | null
  readonly started_at: string | null
  readonly output: { readonly annotations_count: number }
}

/** The latest run of our check on a commit. */
export async function findRun(checks: Checks, sha: string): Promise<CheckRun | undefined> {
  const [latest] = await listRuns(checks, sha, 'latest')
  return latest
}

/** Runs of our check on a commit, the newest first; of all of them, the hundred that GitHub lists first. */
export async function listRuns(
  checks: Checks,
  sha: string,
  filter: 'latest' | 'all',
): Promise<readonly CheckRun[]> {
  const { octokit, owner, repo, appId, clock } = checks
  const { data } = await untilSeen(clock, () =>
    octokit.rest.checks.listForRef({
      owner,
      repo,
      ref: sha,
      check_name: CHECK_NAME,
      filter,
      per_page: 100,
      ...(appId === undefined ? {} : { app_id: appId }),
    }),
  )
  return data.check_runs.map(toRun).toSorted((a, b) => b.id - a.id)
}

/** A run as it is now. */
export async function readRun(checks: Checks, id: number): Promise<CheckRun> {
  const { octokit, owner, repo } = checks
  return toRun((await octokit.rest.checks.get({ owner, repo, check_run_id: id })).data)
}

export function toRun({ id, status, conclusion, external_id, started_at, output }: Row): CheckRun {
  return {
    id: Number(id),
    isDone: status === 'completed',
    conclusion,
    key: keyOf(external_id),
    externalId: external_id,
    startedAt: started_at,
    annotations: output.annotations_count,
  }
}

/** The external id of a run that is about to be made: its maker finds it again by it, and nobody else takes it for theirs. */
export function markedKey(key: string): string {
  return `${key} ${crypto.randomUUID().slice(0, 8)}`
}

/** The key in an external id, without its mark. */
export function keyOf(externalId: string | null): string {
  return (externalId ?? '').replace(/ [0-9a-f]{8}$/, '')
}

/** What a run says. One that GitHub itself ended (`stale`, `timed_out`) counts as not answered. */
export function toAnswered(run: {
  readonly conclusion: string | null
  readonly key: string
  readonly startedAt: string | null
}): Answered {
  const since = Date.parse(run.startedAt ?? '') || 0
  const { conclusion, key } = run
  return isOurs(conclusion) ? { conclusion, key, since } : { key, since }
}

const conclusions: readonly string[] = [
  'success',
  'failure',
  'neutral',
  'cancelled',
  'action_required',
] satisfies readonly Conclusion[]

function isOurs(conclusion: string | null): conclusion is Conclusion {
  return conclusion !== null && conclusions.includes(conclusion)
}
