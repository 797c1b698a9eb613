import { checkJobs } from '../../lib/adapters/actions/check-jobs.ts'
import type { JobEnvironment } from '../../lib/adapters/actions/job-environment.ts'
import { githubClient } from '../../lib/adapters/github/client.ts'
import { githubForge } from '../../lib/adapters/github/forge.ts'
import { jobFunctions as functions } from '../job-functions.ts'
import { systemClock } from '../system-clock.ts'
import type { JobHost } from './run-in-job.ts'

/** Name of the job that checks, which is that of its check run. */
const CHECK_JOB = 'netclaim'

/** What a job is run with: the real functions, and GitHub's API as far as there is a token. */
export function jobParts(
  { repository, apiUrl, token }: JobEnvironment,
  workflow: string,
): Pick<JobHost, 'functions' | 'clock' | 'api' | 'checkJobs'> {
  if (token === undefined) return { functions, clock: systemClock }
  const [owner = '', repo = ''] = repository.split('/')
  const clock = systemClock
  const octokit = githubClient({ baseUrl: apiUrl, auth: { token }, clock })
  return {
    functions,
    clock,
    api: githubForge({ octokit, owner, repo, clock }),
    checkJobs: checkJobs({ octokit, owner, repo, workflow, job: CHECK_JOB }),
  }
}
