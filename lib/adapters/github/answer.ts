import type { Answer } from '../../ports/forge.ts'
import { inBatches } from './annotations.ts'
import {
  CHECK_NAME,
  type CheckRun,
  type Checks,
  findRun,
  listRuns,
  markedKey,
  readRun,
  toRun,
} from './check-run.ts'
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

/** What is known of a commit by whoever begins there. */
export interface Begin {
  readonly sha: string
  readonly key: string
  /** The latest run there. */
  readonly found: CheckRun | undefined
  /** The run that whoever begins has made before, and not said anything on yet. */
  readonly own: CheckRun | undefined
}

/**
 * Shows that the check is at work on a commit, and gives the run that says so. Nobody writes on a run of somebody else,
 * who may be alive: both would add their annotations to it. What somebody left at work is ended, once ours is there.
 */
export async function beginRun(checks: Checks, { sha, key, found, own }: Begin): Promise<CheckRun> {
  const body = { status: 'in_progress', started_at: timestamp(checks) }
  if (own !== undefined && own.id === found?.id)
    return patchRun(checks, own.id, { ...body, external_id: key })
  const run = await createRun(checks, { sha, key }, body)
  await endRun(checks, found)
  if (own?.id !== found?.id) await endRun(checks, own)
  return run
}

/**
 * Says an answer on a commit, fifty annotations a call; the last call brings the conclusion. `begun`: the run that shows
 * our check at work; without it, one is made.
 */
export async function answerRun(
  checks: Checks,
  answer: Answer,
  begun: CheckRun | undefined,
): Promise<void> {
  const { sha, key } = answer
  const { batches, leftOut } = inBatches(answer.annotations)
  const note = leftOut === 0 ? '' : `${leftOut} more annotations are not shown on the lines.\n\n`
  const output = {
    title: cutBytes(answer.title, MAX_TITLE_BYTES),
    summary: cutMarkdown(note + answer.summary, MAX_SUMMARY_BYTES),
  }
  const found = begun === undefined ? await findRun(checks, sha) : undefined
  let run = begun
  for (let nth = 0; nth < Math.max(1, batches.length); nth++) {
    const annotations = batches[nth] ?? []
    const isLast = nth >= batches.length - 1
    const end = { conclusion: answer.conclusion, completed_at: timestamp(checks), actions: [RERUN] }
    const body = {
      output: { ...output, annotations },
      ...(isLast ? end : { status: 'in_progress' }),
    }
    run = run
      ? await addToRun(checks, run, { ...body, external_id: key }, annotations.length)
      : await createRun(checks, { sha, key }, body)
  }
  await endRun(checks, found)
}

/** Ends a run that somebody left at work: one of a newer id took its place. */
async function endRun(checks: Checks, run: CheckRun | undefined): Promise<void> {
  if (run !== undefined && !run.isDone) await addToRun(checks, run, { conclusion: 'cancelled' }, 0)
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

/** Where a run is to be made: on which commit, for which key. */
type NewRun = Pick<Begin, 'sha' | 'key'>

/** Makes a run. After a failure one that was made is found again by its mark. */
async function createRun(checks: Checks, { sha, key }: NewRun, body: Body): Promise<CheckRun> {
  const { octokit, owner, repo, clock } = checks
  const external_id = markedKey(key)
  const named = { owner, repo, name: CHECK_NAME, head_sha: sha, external_id, ...body }
  for (let nth = 1; ; nth++) {
    try {
      return await untilSeen(clock, async () => {
        const { data } = await octokit.request('POST /repos/{owner}/{repo}/check-runs', named)
        return toRun(data)
      })
    } catch (error) {
      if (!isUnclear(error) || nth === ATTEMPTS) throw error
      const runs = await listRuns(checks, sha, 'all')
      const made = runs.find(({ externalId }) => externalId === external_id)
      if (made !== undefined) return made
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
