import { allocateOnForge } from './allocate-on-forge.ts'
import { checkMergeGroup } from './check-merge-group.ts'
import { checkPullRequest } from './check-pull-request.ts'
import { report } from './report.ts'
import type { JobFunctions } from './run-job.ts'
import { sweep } from './sweep.ts'

/** The functions as they are used outside tests. */
export const jobFunctions: JobFunctions = {
  checkPullRequest,
  checkMergeGroup,
  allocateOnForge,
  report,
  sweep,
}
