/** What is to be done, and nothing that an event said beside the ids. All of it can be done twice. */
export type Job =
  | { readonly kind: 'pull-request'; readonly repository: string; readonly number: number }
  | {
      readonly kind: 'merge-group'
      readonly repository: string
      readonly base: string
      readonly head: string
    }
  /** Somebody asked again for what is said on a commit: the head of pull requests, or of a merge queue. */
  | { readonly kind: 'commit'; readonly repository: string; readonly sha: string }
  /** `atLeast`: a commit of main, or of a cluster's ref, that must be visible before the job is done. */
  | { readonly kind: 'allocate'; readonly repository: string; readonly atLeast?: string }
  | { readonly kind: 'report'; readonly repository: string; readonly report: unknown }
  | { readonly kind: 'sweep'; readonly repository: string }

/** Takes jobs to be done later, at least once each, in no order. */
export interface JobQueue {
  send(jobs: readonly Job[]): Promise<void>
}
