/** A pull request that is open. */
export interface PullRequest {
  readonly number: number
  /** Id of its last commit. */
  readonly head: string
  /** The branch that it is to be merged into. */
  readonly base: string
  /** Its own branch, for people; of a fork, too. */
  readonly branch: string
  readonly draft: boolean
  /** Whether its commits are another repository's. */
  readonly isFork: boolean
}

/** `merged`: also for a merge by hand that the forge noticed. */
export type PullRequestState = 'open' | 'closed' | 'merged'

/** A line of a file that something is said about. */
export interface Annotation {
  readonly path: string
  /** From 1. */
  readonly line: number
  readonly column?: number
  readonly level: 'failure' | 'warning' | 'notice'
  /** One line, plain text. */
  readonly title: string
  /** Plain text, lines allowed. */
  readonly message: string
}

/** `neutral`: nothing to judge. `cancelled`: a newer commit took its place. `action_required`: could not be judged. */
export type Conclusion = 'success' | 'failure' | 'neutral' | 'cancelled' | 'action_required'

/** What the check says on one commit. */
export interface Answer {
  /** The commit that is judged. */
  readonly sha: string
  /** Where the forge has no check runs, its text goes to this pull request. */
  readonly pullRequest?: number
  /** What it was computed from; the same key is the same answer. */
  readonly key: string
  readonly conclusion: Conclusion
  /** One line, plain text. */
  readonly title: string
  /** Markdown below the forge's limit, everything in it escaped. */
  readonly summary: string
  readonly annotations: readonly Annotation[]
}

/** An answer that stands on a commit already. */
export interface Answered {
  /** Absent while it is being computed. */
  readonly conclusion?: Conclusion
  readonly key: string
  /** Milliseconds since 1970 at which it was begun. */
  readonly since: number
}

/** An open pull request with what was answered on its head. */
export interface Waiting {
  readonly pullRequest: PullRequest
  readonly answered?: Answered
}

export type StatusState = 'pending' | 'success' | 'failure' | 'error'

/** A commit status: one line under one name. */
export interface CommitStatus {
  /** `netclaim/allocate`, `netclaim/sync/<cluster>`. */
  readonly context: string
  readonly state: StatusState
  /** One line, cut to what the forge takes. */
  readonly description: string
  readonly url?: string
}

/** A pull request that we ask for, from a branch of the repository itself. */
export interface Proposal {
  readonly branch: string
  /** The commit that the branch is at. */
  readonly head: string
  /** The branch that it is to be merged into. */
  readonly base: string
  /** One line, plain text. */
  readonly title: string
  /** Markdown below the forge's limit, everything in it escaped. */
  readonly text: string
}

/**
 * What became of a proposal. `changed`: it was open and said something else. `declined`: somebody closed it with this very
 * commit, and it stays so.
 */
export interface Proposed {
  readonly number: number
  /** Its page in a browser. */
  readonly url: string
  readonly outcome: 'opened' | 'changed' | 'same' | 'declined'
}

/**
 * A forge beyond its Git: pull requests, and what is said on them and on commits.
 *
 * Reads see what the forge has at that moment. Every method throws `OutsideError` when the forge refuses or cannot be
 * reached, `retryable` where a later attempt can help.
 */
export interface Forge {
  /** Undefined where there is none of that number. */
  pullRequest(
    number: number,
  ): Promise<(PullRequest & { readonly state: PullRequestState }) | undefined>
  /** All that are open against a branch, by number. */
  openPullRequests(base: string): Promise<readonly Waiting[]>
  /** Numbers of the pull requests that brought this commit, or whose head it is. */
  pullRequestsOf(commit: string): Promise<readonly number[]>
  /** Heads of the merge queue for a branch. */
  mergeGroups(base: string): Promise<readonly string[]>
  /** What our own check said last on a commit. */
  answered(commit: string): Promise<Answered | undefined>
  /** Shows that the check is at work on a commit. */
  begin(commit: string, key: string): Promise<void>
  /** Says it, in place of what the same check said there before. */
  answer(answer: Answer): Promise<void>
  /** Writes nothing where the latest of that name is ours and says the same. */
  setStatus(commit: string, status: CommitStatus): Promise<void>
  /** The latest of every name, where we wrote it: what somebody else said in our place is nothing to go by. */
  statuses(commit: string): Promise<readonly CommitStatus[]>
  /**
   * One comment of ours under a pull request, found again by `mark`, and made or rewritten; an empty text is written
   * only over one that is there.
   */
  comment(pullRequest: number, mark: string, markdown: string): Promise<void>
  /** The same under a commit. `over`: only in place of one that is there. */
  commentOnCommit(
    commit: string,
    mark: string,
    markdown: string,
    options?: { readonly over?: boolean },
  ): Promise<void>
  /** Opens a pull request, or makes the one say this that is open from this branch: there never are two. */
  propose(proposal: Proposal): Promise<Proposed>
}
