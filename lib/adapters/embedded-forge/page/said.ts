import { html } from 'hono/html'
import type { Forge, ForgeRepository } from '../forge.ts'
import { latestRuns } from '../latest-runs.ts'
import { latestStatuses } from '../latest-statuses.ts'
import type { CheckRunRow, PullRow, StatusRow } from '../records.ts'
import type { Html } from './layout.ts'

/** What was said on a commit: the last of each check and of each status. */
export interface Said {
  readonly runs: readonly CheckRunRow[]
  readonly statuses: readonly StatusRow[]
  /** What they add up to; undefined where nothing was said. */
  readonly verdict: Verdict | undefined
}

type Verdict = 'success' | 'failure' | 'pending' | 'neutral'

/** Milliseconds in which something may still be said on a new commit. */
const SILENCE_MS = 30_000

export function saidOn({ records }: ForgeRepository, sha: string): Said {
  const runs = latestRuns([...records.checkRuns.values()].filter(({ headSha }) => headSha === sha))
  const statuses = latestStatuses(records.statuses, sha)
  const verdicts = [...runs.map(wordOf), ...statuses.map(({ state }) => state)].map(verdictOf)
  const order = ['failure', 'pending', 'success', 'neutral'] as const
  return { runs, statuses, verdict: order.find((one) => verdicts.includes(one)) }
}

/** Is a check under way, or may the first word still come? `since` is when the commit came. */
export function isAwaited(
  forge: Forge,
  { runs, statuses, verdict }: Said,
  since: string | number,
): boolean {
  if (verdict === undefined) return forge.now() - new Date(since).getTime() < SILENCE_MS
  return [...runs.map(wordOf), ...statuses.map(({ state }) => state)].some(
    (word) => verdictOf(word) === 'pending',
  )
}

/** The same of a pull request: of what it was merged by, once it is. */
export function isPullAwaited(forge: Forge, repository: ForgeRepository, pull: PullRow): boolean {
  const { state, headSha, mergeCommit, mergedAt, updatedAt } = pull
  if (mergeCommit !== null)
    return isAwaited(forge, saidOn(repository, mergeCommit), mergedAt ?? updatedAt)
  return state === 'open' && isAwaited(forge, saidOn(repository, headSha), updatedAt)
}

/** The run that took the place of one that was asked for again. */
export function newerRun(repository: ForgeRepository, run: CheckRunRow): CheckRunRow | undefined {
  const { runs } = saidOn(repository, run.headSha)
  return runs.find(
    ({ name, appId, id }) => name === run.name && appId === run.appId && id !== run.id,
  )
}

/** How a run ended, or where it is. */
export function wordOf({ conclusion, status }: CheckRunRow): string {
  return conclusion ?? status
}

/** What each of them says, a line each. */
export function saidLines({ runs, statuses }: Said): readonly Html[] {
  return [
    ...runs.map((run) => ({ name: run.name, says: run.title ?? wordOf(run) })),
    ...statuses.map(({ context, description }) => ({ name: context, says: description ?? '' })),
  ].map(({ name, says }) => html`<span class="soft">${name}: <bdi>${says}</bdi></span>`)
}

const SIGNS = { success: '✓', failure: '✗', pending: '●', neutral: '–' } as const

/** A word with its sign, in the colour of what it says. */
export function mark(word: string): Html {
  const verdict = verdictOf(word)
  return html`<span class="mark ${verdict}"><span aria-hidden="true">${SIGNS[verdict]}</span> ${word.replaceAll('_', ' ')}</span>`
}

function verdictOf(word: string): Verdict {
  if (word === 'success') return 'success'
  if (/^(?:failure|error|timed_out|action_required)$/.test(word)) return 'failure'
  return /^(?:pending|queued|in_progress)$/.test(word) ? 'pending' : 'neutral'
}
