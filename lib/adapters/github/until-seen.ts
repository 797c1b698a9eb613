import type { Clock } from '../../ports/clock.ts'
import { GitHubError } from './github-error.ts'

/** Waits until a commit of a fork, or one that was pushed this moment, is seen everywhere at GitHub. */
const WAITS_MS = [1_000, 2_000, 4_000]

/** Runs what needs a commit, again after a wait where GitHub does not know the commit yet. */
export async function untilSeen<T>(clock: Clock, work: () => Promise<T>): Promise<T> {
  for (let nth = 0; ; nth++) {
    try {
      return await work()
    } catch (error) {
      if (!isUnseen(error)) throw error
      const wait = WAITS_MS[nth]
      if (wait === undefined) throw later(error)
      await clock.pause(wait)
    }
  }
}

/** By REST GitHub refuses a commit that it does not know; a query gives null for it. */
export function unseen(commit: string): GitHubError {
  return new GitHubError(`No commit found for SHA: ${commit}`, { status: 422, retryable: false })
}

function isUnseen(error: unknown): error is GitHubError {
  return (
    error instanceof GitHubError &&
    error.status === 422 &&
    /no commit found for sha/i.test(error.message)
  )
}

/** Another attempt, minutes later, may well go through. */
function later({ message, status }: GitHubError): GitHubError {
  return new GitHubError(message, { status, retryable: true })
}
