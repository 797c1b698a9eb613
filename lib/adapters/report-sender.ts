import { createHmac } from 'node:crypto'
import { printable } from '../domain/printable.ts'
import type { Clock } from '../ports/clock.ts'
import { OutsideError } from './outside-error.ts'

/** Where reports go, and what they are signed with. */
export interface ReportOptions {
  /** Where Netclaim is hosted, `https://netclaim.example.org`. */
  readonly url: string
  /** Known there and here; it stands in no message. */
  readonly secret: string
  readonly clock: Clock
  readonly fetch?: typeof fetch
  /** For one attempt (default 10 s: Netclaim answers within that, or not at all). */
  readonly timeoutMs?: number
}

/** Waits before the second and third attempt. */
const WAITS_MS = [1_000, 4_000]

/**
 * Gives a function that sends a report of a cluster, signed over `<timestamp>.<body>`; each attempt is signed anew, as an
 * old signature is refused. Throws `OutsideError`, retryable unless the report itself is refused.
 */
export function reportSender(
  options: ReportOptions,
): (cluster: string, report: object) => Promise<void> {
  const { clock, secret } = options
  const url = options.url.replace(/\/+$/, '')
  return async (cluster, report) => {
    const body = JSON.stringify(report)
    for (let tries = 0; ; tries++) {
      const seconds = String(Math.floor(clock.now() / 1_000))
      const digits = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
      const failure = await send(`${url}/reports/${encodeURIComponent(cluster)}`, options, {
        'Content-Type': 'application/json',
        'X-Netclaim-Timestamp': seconds,
        'X-Netclaim-Signature': `sha256=${digits}`,
        body,
      })
      const wait = WAITS_MS[tries]
      if (failure === undefined) return
      if (!failure.retryable || wait === undefined) throw failure
      await clock.pause(wait)
    }
  }
}

/** Undefined: it was taken. */
async function send(
  url: string,
  { timeoutMs = 10_000, ...options }: ReportOptions,
  { body, ...headers }: Readonly<Record<string, string>>,
): Promise<OutsideError | undefined> {
  const call = options.fetch ?? fetch
  try {
    const answer = await call(url, {
      method: 'POST',
      headers,
      body: body ?? '',
      // Another address would get what is signed for this one.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    // The body is of no use; left unread, it would keep the connection.
    await answer.body?.cancel()
    if (answer.ok) return undefined
    const retryable = answer.status === 429 || answer.status >= 500
    return failed(`answers ${answer.status}`, retryable)
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return failed(cause instanceof Error ? cause.message : String(cause), true)
  }
}

function failed(why: string, retryable: boolean): OutsideError {
  const message = `the report was not taken: ${printable(why, 300)}`
  return new OutsideError(message, { system: 'report', retryable })
}
