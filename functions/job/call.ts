import type { JobEvent } from '../../lib/adapters/actions/job-event.ts'
import { OutsideError } from '../../lib/adapters/outside-error.ts'
import type { Context } from '../context.ts'
import type { JobFunctions } from '../job-functions.ts'

export const functionNames = [
  'check-pull-request',
  'check-merge-group',
  'allocate',
  'sweep',
] as const

/** The name of a function on the command line. */
export type FunctionName = (typeof functionNames)[number]

/** A function with what it takes from the event. */
export interface Call {
  readonly run: (functions: JobFunctions, context: Context) => Promise<unknown>
  /** A commit that main need not reach: it is brought by its id, or by the ref. */
  readonly commit?: { readonly id: string; readonly ref: string }
  /** Whether a run that answers nothing is one that failed: a check must not be green by silence. */
  readonly mustAnswer: boolean
}

/** How a function is called for an event. Throws `OutsideError` where the event is none for it. */
export function callOf(name: FunctionName, event: JobEvent): Call {
  if (name === 'sweep')
    return { run: (functions, context) => functions.sweep(context), mustAnswer: false }
  if (name === 'allocate') {
    const options = event.kind === 'push' ? { atLeast: event.after } : {}
    if (event.kind === 'push' || event.kind === 'call')
      return {
        run: (functions, context) => functions.allocateOnForge(context, options),
        mustAnswer: false,
      }
  }
  if (name === 'check-pull-request' && event.kind === 'pull_request') {
    const { number, head } = event.pullRequest
    return {
      run: (functions, context) => functions.checkPullRequest(context, number),
      commit: { id: head, ref: `refs/pull/${number}/head` },
      mustAnswer: true,
    }
  }
  if (name === 'check-merge-group' && event.kind === 'merge_group') {
    const { head, base, branch } = event
    const queue = `refs/heads/gh-readonly-queue/${branch}`
    return {
      run: (functions, context) => functions.checkMergeGroup(context, { base, head }),
      commit: { id: head, ref: `+${queue}/*:${queue}/*` },
      mustAnswer: true,
    }
  }
  throw new OutsideError(`${name} is not for the event ${event.kind}: ${wants[name]}`, {
    system: 'actions',
    retryable: false,
  })
}

const wants: Readonly<Record<FunctionName, string>> = {
  'check-pull-request': 'it runs on pull_request',
  'check-merge-group': 'it runs on merge_group',
  allocate: 'it runs on push, schedule, repository_dispatch and workflow_dispatch',
  sweep: 'it runs on schedule and workflow_dispatch',
}
