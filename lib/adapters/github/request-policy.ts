import type { Clock } from '../../ports/clock.ts'
import { type Call, callOf } from './call.ts'
import { GitHubError } from './github-error.ts'
import { sender } from './send.ts'
import { writeQueue } from './write-queue.ts'

/** How calls are made. */
export interface RequestPolicy {
  readonly fetch?: typeof fetch
  readonly clock: Clock
  /** Is told every call that goes out, also one that is made again. */
  readonly onCall?: (call: Call) => void
  /** Of one call with its whole answer (default 30,000). */
  readonly timeoutMs?: number
  /** Between two writes (default 1,000). */
  readonly writeGapMs?: number
  /** What is waited for a rate limit before it becomes the caller's (default 10,000). */
  readonly maxWaitMs?: number
  /** 0 ≤ n < 1, so that those who failed together do not come again together. */
  readonly random?: () => number
}

const ATTEMPTS = 4
/** What GitHub asks to wait where it names no time. */
const UNNAMED_WAIT_MS = 60_000

/**
 * `fetch` for GitHub: in time, whole, one write at a time, again where that is safe. A rate limit is waited for when it
 * is short, and is a retryable error otherwise. Every answer that comes back was read to its end.
 */
export function requestPolicy(policy: RequestPolicy): typeof fetch {
  const { clock, random = Math.random, maxWaitMs = 10_000 } = policy
  const inTurn = writeQueue(clock, policy.writeGapMs ?? 1_000)
  const send = sender(policy)

  async function attempts(call: Call, url: string, init: RequestInit): Promise<Response> {
    let waited = 0
    for (let nth = 1; ; nth++) {
      policy.onCall?.(call)
      const found = await send(url, init)
      if ('limit' in found) {
        const wait = found.limit.waitMs ?? UNNAMED_WAIT_MS
        if (nth === ATTEMPTS || waited + wait > maxWaitMs) throw tooOften(call, wait)
        waited += wait
        await clock.pause(wait + random() * 250)
        continue
      }
      const hasFailed = 'lost' in found || found.answer.status >= 500
      if (hasFailed && call.isRepeatable && nth < ATTEMPTS) {
        await clock.pause((0.5 + random()) * 250 * 4 ** (nth - 1))
        continue
      }
      if ('lost' in found) throw noAnswer(call, found.lost)
      return found.answer
    }
  }

  return (input, init = {}) => {
    const url = input instanceof Request ? input.url : String(input)
    const call = callOf(url, init)
    const work = () => attempts(call, url, init)
    return call.isWrite ? inTurn(work) : work()
  }
}

function tooOften({ method, path }: Call, waitMs: number): GitHubError {
  const retryAfterSeconds = Math.ceil(waitMs / 1000)
  const message = `GitHub takes no ${method} ${path} for ${retryAfterSeconds} s: its rate limit is reached`
  return new GitHubError(message, { status: 429, retryAfterSeconds })
}

function noAnswer({ method, path }: Call, why: string): GitHubError {
  return new GitHubError(`GitHub gave no answer to ${method} ${path}: ${why}`, { status: 0 })
}
