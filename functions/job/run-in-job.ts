import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { CheckJobs } from '../../lib/adapters/actions/check-jobs.ts'
import { cloneForJob, fetchCommit, fetchPullRequests } from '../../lib/adapters/actions/clone.ts'
import { gitHeader } from '../../lib/adapters/actions/git-header.ts'
import type { JobEnvironment } from '../../lib/adapters/actions/job-environment.ts'
import { type JobReport, jobForge } from '../../lib/adapters/actions/job-forge.ts'
import { gitRepository } from '../../lib/adapters/git.ts'
import type { Clock } from '../../lib/ports/clock.ts'
import type { Forge } from '../../lib/ports/forge.ts'
import type { Context } from '../context.ts'
import type { JobFunctions } from '../job-functions.ts'
import { type Call, callOf, type FunctionName } from './call.ts'
import { type FollowUp, followUp } from './job-queue.ts'

/** What a function is run with in a job. */
export interface JobHost {
  readonly job: JobEnvironment
  readonly functions: JobFunctions
  /** The forge's API; absent where there is no token. */
  readonly api?: Forge
  readonly checkJobs?: CheckJobs
  readonly clock: Clock
  readonly engine: string
  /** The branch of the claims. */
  readonly main: string
}

/** What came of it. */
export interface JobOutcome extends JobReport {
  /** Checks that were started again. */
  readonly rechecks: number
  /** No answer where there must be one. */
  readonly silent: boolean
}

/** Allocations that one job does one after another; a loop has a reason that more rounds do not mend. */
const MAX_ROUNDS = 5

/**
 * Runs a function in a job of the claims repository, on a clone of its own that is gone afterwards. Throws
 * `OutsideError` where the event is none for it, or the repository cannot be read.
 */
export async function runInJob(name: FunctionName, host: JobHost): Promise<JobOutcome> {
  const { job, checkJobs, api, functions } = host
  const call = callOf(name, job.event)
  const report: JobReport = { answers: [], statuses: [], notes: new Set() }
  const rechecks = await inClone(host, call, async (folder) => {
    // A check asks the API nothing: a fork's token is enough, and its own result is the answer, whenever it is run.
    const forge = jobForge({
      event: job.event,
      report,
      bring: (numbers) => fetchPullRequests(folder, numbers),
      ...(api === undefined || call.mustAnswer ? {} : { api }),
      ...(checkJobs === undefined || call.mustAnswer
        ? {}
        : { answered: (commit) => checkJobs.answered(commit) }),
    })
    const next = followUp({
      forge,
      clock: host.clock,
      ...(checkJobs === undefined ? {} : { checkJobs }),
    })
    const context: Context = {
      name: job.repository,
      repository: await gitRepository({ repo: folder, remote: 'origin' }),
      forge,
      queue: next,
      clock: host.clock,
      engine: host.engine,
      main: host.main,
    }
    await call.run(functions, context)
    await allocateAgain(next, functions, context)
    return call.mustAnswer ? 0 : next.recheck((line) => void report.notes.add(line))
  })
  return { ...report, rechecks, silent: call.mustAnswer && report.answers.length === 0 }
}

async function allocateAgain(next: FollowUp, functions: JobFunctions, context: Context) {
  for (let round = 1; next.takeAllocate() && round < MAX_ROUNDS; round++)
    await functions.allocateOnForge(context, {})
}

/** Git learns the token by its environment alone, for as long as the clone is there. */
async function inClone<T>(
  { job, main }: JobHost,
  { commit }: Call,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const header = gitHeader(job.url, job.token)
  const former = Object.keys(header).map((name) => [name, process.env[name]] as const)
  const folder = mkdtempSync(join(job.temporary, 'netclaim-'))
  try {
    Object.assign(process.env, header)
    await cloneForJob({ folder, url: job.url, main })
    if (commit !== undefined) await fetchCommit(folder, commit.id, commit.ref)
    return await work(folder)
  } finally {
    for (const [name, value] of former) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
