import { allocateOnForge } from '../allocate-on-forge.ts'
import { checkMergeGroup } from '../check-merge-group.ts'
import { checkPullRequest } from '../check-pull-request.ts'
import type { Context } from '../context.ts'
import { sweep } from '../sweep.ts'

/** The functions that a job can run, as the other hosts call them. */
export interface Functions {
  checkPullRequest(context: Context, number: number): Promise<void>
  checkMergeGroup(
    context: Context,
    group: { readonly base: string; readonly head: string },
  ): Promise<void>
  allocateOnForge(context: Context, options: { readonly atLeast?: string }): Promise<unknown>
  sweep(context: Context): Promise<void>
}

/** As they are used outside tests. */
export const functions: Functions = { checkPullRequest, checkMergeGroup, allocateOnForge, sweep }

export const functionNames = [
  'check-pull-request',
  'check-merge-group',
  'allocate',
  'sweep',
] as const

/** The name of a function on the command line. */
export type FunctionName = (typeof functionNames)[number]
