import type { Octokit } from '@octokit/rest'
import type { Answer, Answered, Conclusion } from '../../ports/forge.ts'

/** Where the jobs of checks are to be found. */
export interface CheckJobsOptions {
  readonly octokit: Octokit
  readonly owner: string
  readonly repo: string
  /** File of their workflow below `.github/workflows/`. */
  readonly workflow: string
  /** Name of the job, which is that of its check run. */
  readonly job: string
}

/** `again`: its run was started again. `running`: it is at work still. `none`: there is none that could be. */
export type Rerun = 'again' | 'running' | 'none'

/** The jobs that checked pull requests and merge groups. */
export interface CheckJobs {
  /** What the latest job said on a commit; its key is empty where the job did not get that far. */
  answered(commit: string): Promise<Answered | undefined>
  /** Starts the run of a commit again, for the same event; it will judge on the present main. */
  rerun(commit: string): Promise<Rerun>
}

/** Title of the notice by which a job tells what it answered, and from what: `answerNote`. */
export const ANSWER_TITLE = 'netclaim answer'

/** `neutral v1:…`: a job can only be green or red, and an answer is more than that. */
export function answerNote({ conclusion, key }: Pick<Answer, 'conclusion' | 'key'>): string {
  return `${conclusion} ${key}`
}

const NOTE = /^(?<conclusion>success|failure|neutral|cancelled|action_required) (?<key>\S{1,400})$/

/** The app that GitHub Actions is to the Checks API. */
const ACTIONS = 'github-actions'
/** What can be started again, at most so old, says GitHub. */
const EVENTS: ReadonlySet<string> = new Set(['pull_request', 'merge_group'])

/** Reads and restarts them by GitHub's API; needs `checks: read` and `actions: write`. */
export function checkJobs(options: CheckJobsOptions): CheckJobs {
  return {
    answered: (commit) => answered(options, commit),
    rerun: (commit) => rerun(options, commit),
  }
}

async function answered(
  { octokit, owner, repo, job }: CheckJobsOptions,
  ref: string,
): Promise<Answered | undefined> {
  const { data } = await octokit.rest.checks.listForRef({
    owner,
    repo,
    ref,
    check_name: job,
    filter: 'latest',
    per_page: 100,
  })
  const [run] = data.check_runs
    .filter(({ app }) => app?.slug === ACTIONS)
    .toSorted((a, b) => b.id - a.id)
  if (run === undefined) return undefined
  const since = Date.parse(run.started_at ?? '') || 0
  if (run.status !== 'completed') return { key: '', since }
  const notes = await octokit.rest.checks.listAnnotations({
    owner,
    repo,
    check_run_id: run.id,
    per_page: 100,
  })
  const note = notes.data.find(({ title }) => title === ANSWER_TITLE)?.message ?? ''
  return { since, ...readNote(note, isDone(run.conclusion)) }
}

/** A job that was stopped after its note has judged nothing either. */
function readNote(text: string, done: boolean): Pick<Answered, 'key' | 'conclusion'> {
  const { key = '', conclusion } = NOTE.exec(text)?.groups ?? {}
  return { key, conclusion: done && conclusion ? (conclusion as Conclusion) : 'action_required' }
}

/** A job that was skipped or cancelled, ran out of time or was never approved has judged nothing. */
function isDone(conclusion: string | null): boolean {
  return conclusion === 'success' || conclusion === 'failure'
}

async function rerun(
  { octokit, owner, repo, workflow }: CheckJobsOptions,
  commit: string,
): Promise<Rerun> {
  const { data } = await octokit.rest.actions.listWorkflowRuns({
    owner,
    repo,
    workflow_id: workflow,
    head_sha: commit,
    per_page: 20,
  })
  const [run] = data.workflow_runs
    .filter(({ event, head_sha }) => EVENTS.has(event) && head_sha === commit)
    .toSorted((a, b) => b.run_number - a.run_number)
  if (run === undefined) return 'none'
  if (run.status !== 'completed') return 'running'
  // A run of a first-time contributor that nobody approved has not begun.
  if (run.conclusion === 'action_required') return 'none'
  await octokit.rest.actions.reRunWorkflow({ owner, repo, run_id: run.id })
  return 'again'
}
