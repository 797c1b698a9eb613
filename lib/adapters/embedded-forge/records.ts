import type { RulesetRow } from './ruleset-row.ts'

/** What the forge knows of a repository beyond its Git. Rows are replaced, never changed. */
export interface Records {
  readonly id: number
  readonly owner: string
  readonly name: string
  /** `owner/name` of the repository that this one is a fork of. */
  readonly parent?: string
  readonly defaultBranch: string
  readonly createdAt: string
  /** Last id that was given out. */
  lastId: number
  /** Last number of a pull request. */
  lastNumber: number
  readonly pulls: Map<number, PullRow>
  readonly checkRuns: Map<number, CheckRunRow>
  readonly statuses: StatusRow[]
  readonly issueComments: Map<number, CommentRow>
  readonly commitComments: Map<number, CommitCommentRow>
  readonly workflowRuns: Map<number, WorkflowRunRow>
  readonly rulesets: Map<number, RulesetRow>
  /** Branches and tags as they were when somebody was last told. */
  readonly tips: Map<string, string>
}

export interface PullRow {
  readonly id: number
  readonly number: number
  readonly title: string
  readonly body: string | null
  readonly user: string
  readonly state: 'open' | 'closed'
  readonly draft: boolean
  /** `owner/name` of the repository that the branch is in. */
  readonly headRepository: string
  readonly headRef: string
  readonly headSha: string
  readonly baseRef: string
  readonly baseSha: string
  readonly createdAt: string
  readonly updatedAt: string
  readonly closedAt: string | null
  readonly mergedAt: string | null
  readonly mergedBy: string | null
  readonly mergeCommit: string | null
  /** Present while it waits in a merge queue. */
  readonly queued?: QueueEntry | undefined
}

export interface QueueEntry {
  /** Order in the queue. */
  readonly position: number
  /** `refs/heads/gh-readonly-queue/…`, with its commit and the one that it was built on. */
  readonly ref: string
  readonly head: string
  readonly base: string
  /** Head of the pull request when it was queued. */
  readonly pullHead: string
}

export interface AnnotationRow {
  readonly path: string
  readonly start_line: number
  readonly end_line: number
  readonly start_column?: number
  readonly end_column?: number
  readonly annotation_level: 'notice' | 'warning' | 'failure'
  readonly message: string
  readonly title?: string
  readonly raw_details?: string
}

export interface CheckRunRow {
  readonly id: number
  readonly appId: number
  readonly name: string
  readonly headSha: string
  readonly status: 'queued' | 'in_progress' | 'completed'
  readonly conclusion: string | null
  readonly startedAt: string | null
  readonly completedAt: string | null
  readonly externalId: string | null
  readonly detailsUrl: string | null
  readonly title: string | null
  readonly summary: string | null
  readonly text: string | null
  readonly annotations: readonly AnnotationRow[]
  readonly actions: readonly object[]
}

export interface StatusRow {
  readonly id: number
  readonly sha: string
  readonly state: 'error' | 'failure' | 'pending' | 'success'
  readonly context: string
  readonly description: string | null
  readonly targetUrl: string | null
  readonly creator: string
  readonly createdAt: string
}

/** A run of a workflow, which the forge itself does not do. */
export interface WorkflowRunRow {
  readonly id: number
  readonly name: string
  /** `.github/workflows/check.yml`. */
  readonly path: string
  readonly event: string
  readonly headSha: string
  readonly headBranch: string | null
  readonly status: 'queued' | 'in_progress' | 'completed'
  readonly conclusion: string | null
  readonly attempt: number
  readonly createdAt: string
  readonly updatedAt: string
}

export interface CommentRow {
  readonly id: number
  /** Of the issue or pull request. */
  readonly number: number
  readonly body: string
  readonly user: string
  readonly createdAt: string
  readonly updatedAt: string
}

export interface CommitCommentRow {
  readonly id: number
  readonly sha: string
  readonly body: string
  readonly user: string
  readonly createdAt: string
  readonly updatedAt: string
}
