import { allocateOnForge } from './allocate-on-forge.ts'
import { checkMergeGroup } from './check-merge-group.ts'
import { checkPullRequest } from './check-pull-request.ts'
import type { Context } from './context.ts'
import { report } from './report.ts'
import { sweep } from './sweep.ts'

/** The functions that jobs call, those of a queue and those of GitHub Actions. */
export interface JobFunctions {
  checkPullRequest(context: Context, number: number): Promise<void>
  checkMergeGroup(
    context: Context,
    group: { readonly base: string; readonly head: string },
  ): Promise<void>
  allocateOnForge(context: Context, options: { readonly atLeast?: string }): Promise<unknown>
  report(context: Context, report: unknown): Promise<void>
  sweep(context: Context): Promise<void>
}

/** As they are used outside tests. */
export const jobFunctions: JobFunctions = {
  checkPullRequest,
  checkMergeGroup,
  allocateOnForge,
  report,
  sweep,
}
