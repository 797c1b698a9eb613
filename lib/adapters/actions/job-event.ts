import * as z from 'zod'
import type { PullRequest, PullRequestState } from '../../ports/forge.ts'

/** 40 digits of SHA-1, or 64 of SHA-256. */
const Sha = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/)

/** What Git takes for the name of a branch (git-check-ref-format), and no more of its letters than that. */
const Branch = z
  .string()
  .max(255)
  .regex(/^(?![-/.])(?!.*(?:\.\.|\/\/|@\{|\.lock$|[/.]$))[^\p{C}\p{Z}~^:?*[\\]+$/u)

const PullRequestEvent = z.object({
  action: z.string(),
  number: z.int().positive(),
  pull_request: z.object({
    draft: z.boolean().default(false),
    state: z.enum(['open', 'closed']),
    merged: z.boolean().default(false),
    head: z.object({
      sha: Sha,
      ref: z.string().max(1_000),
      // A fork that was deleted is none.
      repo: z.object({ full_name: z.string() }).nullish(),
    }),
    base: z.object({ ref: Branch }),
  }),
})

const MergeGroupEvent = z.object({
  action: z.literal('checks_requested'),
  merge_group: z.object({
    head_sha: Sha,
    head_ref: z.string(),
    base_sha: Sha,
    base_ref: z.string(),
  }),
})

const PushEvent = z.object({ ref: z.string(), after: Sha })

/** What started a job, reduced to ids. */
export type JobEvent =
  | { readonly kind: 'pull_request'; readonly pullRequest: JobPullRequest }
  | {
      readonly kind: 'merge_group'
      readonly head: string
      /** The commit that the group was built on. */
      readonly base: string
      /** The branch that it is to land on. */
      readonly branch: string
    }
  | { readonly kind: 'push'; readonly branch: string; readonly after: string }
  /** By the clock, a `repository_dispatch` or a person. */
  | { readonly kind: 'call' }

/** The pull request of a job: its head is that of the event, which is the commit that the job's result stands on. */
export type JobPullRequest = PullRequest & { readonly state: PullRequestState }

const HEADS = 'refs/heads/'
const CALLS: ReadonlySet<string> = new Set(['schedule', 'repository_dispatch', 'workflow_dispatch'])

/** Undefined for an event that no function of ours is for, or that has not the form of its kind. */
export function readJobEvent(
  name: string,
  payload: unknown,
  repository: string,
): JobEvent | undefined {
  if (CALLS.has(name)) return { kind: 'call' }
  if (name === 'pull_request') return ofPullRequest(payload, repository)
  if (name === 'merge_group') return ofMergeGroup(payload)
  return name === 'push' ? ofPush(payload) : undefined
}

function ofPullRequest(payload: unknown, repository: string): JobEvent | undefined {
  const event = PullRequestEvent.safeParse(payload)
  if (!event.success) return undefined
  const { number, pull_request: given } = event.data
  const isOurs = given.head.repo?.full_name.toLowerCase() === repository.toLowerCase()
  const closed = given.merged ? 'merged' : 'closed'
  return {
    kind: 'pull_request',
    pullRequest: {
      number,
      head: given.head.sha,
      base: given.base.ref,
      branch: given.head.ref,
      draft: given.draft,
      isFork: !isOurs,
      state: given.state === 'open' ? 'open' : closed,
    },
  }
}

function ofMergeGroup(payload: unknown): JobEvent | undefined {
  const event = MergeGroupEvent.safeParse(payload)
  if (!event.success) return undefined
  const { head_sha: head, base_sha: base, base_ref } = event.data.merge_group
  const branch = branchOf(base_ref)
  return branch === undefined ? undefined : { kind: 'merge_group', head, base, branch }
}

function ofPush(payload: unknown): JobEvent | undefined {
  const event = PushEvent.safeParse(payload)
  const branch = event.success ? branchOf(event.data.ref) : undefined
  if (!event.success || branch === undefined) return undefined
  return { kind: 'push', branch, after: event.data.after }
}

function branchOf(ref: string): string | undefined {
  const branch = Branch.safeParse(ref.startsWith(HEADS) ? ref.slice(HEADS.length) : '')
  return branch.success ? branch.data : undefined
}
