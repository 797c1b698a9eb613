import { type PullRequest, pullRequestOf } from './pull-request.ts'

/** A commit as Git shows it; all of it is what somebody wrote. */
export interface Described {
  readonly author: string
  readonly email: string
  readonly message: string
  /** When it was committed, in seconds since 1970. */
  readonly seconds: number
}

/** Who did something, as far as Git alone tells. */
export interface Cause {
  readonly subject: string
  readonly author: string
  readonly email: string
  /** When it was committed, in seconds since 1970. */
  readonly seconds: number
  readonly pullRequest?: PullRequest
  /** Who wrote what a merge commit brought, where that is another. */
  readonly writtenBy?: { readonly author: string; readonly email: string }
}

/** Tells of a commit; `merged` is the second parent of a merge commit. */
export function causeOf(commit: Described, merged?: Described): Cause {
  const { author, email, message, seconds } = commit
  const pullRequest = pullRequestOf(message)
  const isOther = merged !== undefined && merged.email !== email
  return {
    subject: message.split('\n')[0] ?? '',
    author,
    email,
    seconds,
    ...(pullRequest === undefined ? {} : { pullRequest }),
    ...(isOther ? { writtenBy: { author: merged.author, email: merged.email } } : {}),
  }
}
