import { printable } from '../../domain/printable.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Access } from './access.ts'
import { KubernetesError } from './kubernetes-error.ts'
import { MAX_FAULTS } from './limits.ts'
import { messageIn, statusIn } from './status.ts'
import type { Answer, Request, transport } from './transport.ts'
import { whyNot } from './why-not.ts'

/** A call, and whether an answer to it that is no fault of the server may still pass by itself. */
export interface Call extends Request {
  readonly passes?: (answer: Answer) => boolean
}

/** How calls are made again. */
export interface Patience {
  readonly clock: Clock
  /** 0 ≤ n < 1, so that those who failed together do not come again together. */
  readonly random: () => number
  /** Of one call with all its attempts. */
  readonly patienceMs: number
  /** Milliseconds of the clock after which nothing is sent any more. */
  readonly until?: number
}

export type Send = (call: Call) => Promise<Answer>

type Tried = { readonly answer: Answer } | { readonly lost: KubernetesError }

/**
 * Makes calls, again where that may help: 429, faults of the server, lost connections. Throws `KubernetesError` where it
 * does not, or not in time, and where the API does not know us even by credentials read anew.
 */
export function attempts(
  access: Access,
  wire: Pick<ReturnType<typeof transport>, 'send'>,
  { clock, random, patienceMs, until: end = Number.POSITIVE_INFINITY }: Patience,
): Send {
  return async (call) => {
    const until = untilFor(call)
    let faults = 0
    for (let nth = 0; ; nth++) {
      const tried = await asKnown(call)
      const isRaced = 'answer' in tried && call.passes?.(tried.answer) === true
      if ('answer' in tried && (isRaced ? nth === MAX_FAULTS : !isPassing(tried.answer)))
        return tried.answer
      const failure = 'lost' in tried ? tried.lost : refused(call, tried.answer)
      if (failure.status === 500) faults += 1
      const pauseMs = pauseAfter(failure, nth) * (1 + random() / 2)
      if (!failure.retryable || faults === MAX_FAULTS || clock.now() + pauseMs > until)
        throw failure
      await clock.pause(pauseMs)
    }
  }

  function untilFor(call: Call): number {
    const now = clock.now()
    if (now >= end) throw tooLate(call)
    return Math.min(end, now + patienceMs)
  }

  /** Sent, and once more by other credentials where these are known no more. */
  async function asKnown(call: Call): Promise<Tried> {
    const credentials = await access.credentials()
    const tried = await once(call, credentials)
    if (!('answer' in tried) || tried.answer.status !== 401) return tried
    const others = await access.credentials(credentials)
    const again = await once(call, others)
    const isKnown = !('answer' in again) || again.answer.status !== 401
    return isKnown ? again : { lost: unknownFor(call) }
  }

  async function once(call: Call, by: Awaited<ReturnType<Access['credentials']>>): Promise<Tried> {
    try {
      return { answer: await wire.send(call, by) }
    } catch (error) {
      const { why, ...more } = whyNot(error)
      const message = `the Kubernetes API gave no answer to ${nameOf(call)}: ${why}`
      return { lost: new KubernetesError(message, { status: 0, ...more }) }
    }
  }
}

/** Milliseconds: what the API asks for, or longer each time. */
function pauseAfter({ retryAfterSeconds = 0 }: KubernetesError, nth: number): number {
  return Math.max(retryAfterSeconds * 1000, Math.min(100 * 2 ** nth, 2_000))
}

/** What an answer is that is of no use. */
export function refused(call: Request, answer: Answer): KubernetesError {
  const { status } = answer
  const retryable = status === 409 || isPassing(answer)
  const after = /^\d{1,6}$/.exec(String(answer.headers['retry-after']))?.[0]
  return new KubernetesError(
    `the Kubernetes API answers ${nameOf(call)} with ${status}: ${messageIn(answer)}`,
    { status, retryable, ...(after === undefined ? {} : { retryAfterSeconds: Number(after) }) },
  )
}

/** By no credentials that there are. */
function unknownFor(call: Request): KubernetesError {
  const why = 'the token or certificate is not good there, or no longer, also read anew'
  const message = `the Kubernetes API does not know us (401 to ${nameOf(call)}): ${why}`
  return new KubernetesError(message, { status: 401, retryable: false })
}

function tooLate(call: Request): KubernetesError {
  const message = `the time that the Kubernetes API has was over before ${nameOf(call)}`
  return new KubernetesError(message, { status: 0, retryable: true })
}

function nameOf({ method, path }: Request): string {
  return printable(`${method} ${path.split('?', 1)[0]}`)
}

function isPassing(answer: Answer): boolean {
  const { status } = answer
  if (status === 500) return !isAboutTheObject(answer)
  return status === 408 || status === 429 || (status >= 502 && status <= 504)
}

/** A 500 by which kube-apiserver says that a manifest does not fit its schema: it will say so again. */
function isAboutTheObject(answer: Answer): boolean {
  const { reason, message = '' } = statusIn(answer) ?? {}
  return (reason ?? '') === '' && ABOUT_THE_OBJECT.test(message)
}

const ABOUT_THE_OBJECT =
  /^failed to (?:create (?:typed|manager)|update managed fields)|declared in schema/
