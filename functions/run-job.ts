import type { Job } from '../lib/ports/job-queue.ts'
import type { Context } from './context.ts'
import type { JobFunctions } from './job-functions.ts'

/**
 * Does one job, all of which can be done twice. Throws `OutsideError`, `retryable` where a later attempt can help;
 * anything else is a bug.
 */
export async function runJob(
  job: Job,
  contextFor: (repository: string) => Promise<Context>,
  functions: JobFunctions,
): Promise<void> {
  const context = await contextFor(job.repository)
  switch (job.kind) {
    case 'pull-request':
      return functions.checkPullRequest(context, job.number)
    case 'merge-group':
      return functions.checkMergeGroup(context, { base: job.base, head: job.head })
    case 'commit':
      return checkAgain(context, job.sha, functions)
    case 'allocate': {
      const { atLeast } = job
      await functions.allocateOnForge(context, atLeast === undefined ? {} : { atLeast })
      return
    }
    case 'report':
      return functions.report(context, job.report)
    case 'sweep':
      return functions.sweep(context)
  }
}

/** A key that no answer has: what is computed then is said, whatever was said before. */
const AGAIN = 'again'

/**
 * Somebody asked for a check again, of whatever has this commit as its head now. The forge leaves the check as it is
 * then, so it is begun anew before it is made.
 */
async function checkAgain(context: Context, sha: string, functions: JobFunctions): Promise<void> {
  const { forge, main } = context
  for (const number of await forge.pullRequestsOf(sha)) {
    const pull = await forge.pullRequest(number)
    if (pull?.state !== 'open' || pull.base !== main || pull.head !== sha) continue
    await forge.begin(sha, AGAIN)
    await functions.checkPullRequest(context, number)
  }
  const groups = await forge.mergeGroups(main)
  if (!groups.includes(sha)) return
  await forge.begin(sha, AGAIN)
  await functions.checkMergeGroup(context, { base: main, head: sha })
}
