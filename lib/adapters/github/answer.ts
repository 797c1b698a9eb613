import type { Answer } from '../../ports/forge.ts'
import { inBatches } from './annotations.ts'
import { CHECK_NAME, type CheckRun, type Checks, findRun, readRun, toRun } from './check-run.ts'
import { cutMarkdown } from './cut-markdown.ts'
import { cutBytes } from './cut-text.ts'
import { GitHubError } from './github-error.ts'
import { untilSeen } from './until-seen.ts'

/** GitHub counts characters, and then bytes. */
const MAX_SUMMARY_BYTES = 65_535
const MAX_TITLE_BYTES = 255
const ATTEMPTS = 3

const RERUN = { label: 'Re-run', description: 'Check this commit again', identifier: 'rerun' }

type Body = Readonly<Record<string, unknown>>

/** Shows that the check is at work on a commit, and gives the run that says so; `found`: the latest there. */
export async function beginRun(
  checks: Checks,
  { sha, key, found }: { sha: string; key: string; found: CheckRun | undefined },
): Promise<CheckRun> {
  const body = { status: 'in_progress', external_id: key, started_at: timestamp(checks) }
  if (found !== undefined && !found.isDone && found.annotations === 0)
    return patchRun(checks, found.id, body)
  if (found !== undefined && !found.isDone)
    await patchRun(checks, found.id, { conclusion: 'cancelled' })
  return createRun(checks, { sha, after: found?.id ?? 0 }, body)
}

/**
 * Says an answer on a commit, fifty annotations a call; the last call brings the conclusion. `begun`: the run that shows
 * the check at work. A run that has said something is not said anything more on: GitHub would add to its annotations.
 */
export async function answerRun(
  checks: Checks,
  answer: Answer,
  begun: CheckRun | undefined,
): Promise<void> {
  const { batches, leftOut } = inBatches(answer.annotations)
  const note = leftOut === 0 ? '' : `${leftOut} more annotations are not shown on the lines.\n\n`
  const output = {
    title: cutBytes(answer.title, MAX_TITLE_BYTES),
    summary: cutMarkdown(note + answer.summary, MAX_SUMMARY_BYTES),
  }
  const found = begun ?? (await findRun(checks, answer.sha))
  let run = found !== undefined && !found.isDone && found.annotations === 0 ? found : undefined
  for (let nth = 0; nth < Math.max(1, batches.length); nth++) {
    const annotations = batches[nth] ?? []
    const isLast = nth >= batches.length - 1
    const end = { conclusion: answer.conclusion, completed_at: timestamp(checks), actions: [RERUN] }
    const body = {
      external_id: answer.key,
      output: { ...output, annotations },
      ...(isLast ? end : { status: 'in_progress' }),
    }
    run = run
      ? await addToRun(checks, run, body, annotations.length)
      : await createRun(checks, { sha: answer.sha, after: found?.id ?? 0 }, body)
  }
}

/** Says more on a run. After a failure the run tells whether it was heard, so that no annotation doubles. */
async function addToRun(
  checks: Checks,
  run: CheckRun,
  body: Body,
  added: number,
): Promise<CheckRun> {
  for (let nth = 1; ; nth++) {
    try {
      return await patchRun(checks, run.id, body)
    } catch (error) {
      if (!isUnclear(error) || nth === ATTEMPTS) throw error
      const now = await readRun(checks, run.id)
      const isHeard = added > 0 && now.annotations >= run.annotations + added
      if (isHeard && ('conclusion' in body ? now.isDone : true)) return now
    }
  }
}

async function patchRun(checks: Checks, id: number, body: Body): Promise<CheckRun> {
  const { octokit, owner, repo } = checks
  const route = 'PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}'
  const { data } = await octokit.request(route, { owner, repo, check_run_id: id, ...body })
  return toRun(data)
}

/** Where a run is to be made: on which commit, beside which latest run (0: none). */
interface NewRun {
  readonly sha: string
  readonly after: number
}

/** Makes a run. After a failure one that was made is found again by its key. */
async function createRun(checks: Checks, { sha, after }: NewRun, body: Body): Promise<CheckRun> {
  const { octokit, owner, repo, clock } = checks
  const named = { owner, repo, name: CHECK_NAME, head_sha: sha, ...body }
  for (let nth = 1; ; nth++) {
    try {
      return await untilSeen(clock, async () => {
        const { data } = await octokit.request('POST /repos/{owner}/{repo}/check-runs', named)
        return toRun(data)
      })
    } catch (error) {
      if (!isUnclear(error) || nth === ATTEMPTS) throw error
      const made = await findRun(checks, sha)
      if (made !== undefined && made.id > after && made.key === body['external_id']) return made
    }
  }
}

/** Whether GitHub may have done it, though it did not say so. */
function isUnclear(error: unknown): boolean {
  return error instanceof GitHubError && (error.status === 0 || error.status >= 500)
}

function timestamp({ clock }: Checks): string {
  return new Date(clock.now()).toISOString()
}
