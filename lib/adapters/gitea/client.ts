import type * as z from 'zod'
import { printable } from '../../domain/printable.ts'
import type { Clock } from '../../ports/clock.ts'
import { type Answered, attempt, type Call, failure, type Server } from './attempt.ts'
import { MAX_PAGES, PAGE_ITEMS } from './limits.ts'

/** How to reach a Gitea or Forgejo. */
export interface GiteaOptions {
  /** Where a browser finds it, `https://git.example.org`; with `/api/v1` it is the same. */
  readonly url: string
  /** An access token; it stands in no message. */
  readonly token: string
  readonly clock: Clock
  readonly fetch?: typeof fetch
  /** For one request (default 20 s). */
  readonly timeoutMs?: number
}

/** The API of one Gitea. Every method throws `OutsideError`. */
export interface GiteaClient {
  readonly url: string
  readonly clock: Clock
  call<T>(call: Call<T>): Promise<T>
  /** Undefined: there is no such thing. */
  find<T>(path: string, answer: z.ZodType<T>): Promise<T | undefined>
  /** A list from all of its pages, or the first few; none where what it belongs to is missing. */
  list<T>(path: string, items: z.ZodType<readonly T[]>, pages?: number): Promise<readonly T[]>
}

/** Waits before the second, third and fourth attempt, each cut by chance to between a half and all of it. */
const WAITS_MS = [500, 1_500, 4_500]
/** The longest that a server's own `Retry-After` is waited for here; a queue waits longer. */
const MAX_WAIT_MS = 10_000

/** A client over `fetch`, with a time limit, and further attempts after what passes. */
export function giteaClient(options: GiteaOptions): GiteaClient {
  const { token, clock, timeoutMs = 20_000 } = options
  const url = options.url.replace(/\/+$|\/api\/v1\/*$/, '')
  // Not by itself: `fetch` would put the whole header into its message.
  if (!/^[!-~]+$/.test(token)) throw failure('its access token has characters that no header takes')
  const server: Server = { url, token, timeoutMs, fetch: options.fetch ?? fetch }

  async function ask<T>(call: Call<T>): Promise<Answered<T>> {
    for (let tries = 0; ; tries++) {
      const { answered, error, waitMs = 0 } = await attempt(server, call)
      if (answered !== undefined) return answered
      const wait = WAITS_MS[tries]
      if (!error.retryable || call.once === true || wait === undefined || waitMs > MAX_WAIT_MS)
        throw error
      await clock.pause(Math.max(waitMs, wait * (0.5 + Math.random() / 2)))
    }
  }

  return {
    url,
    clock,
    async call(call) {
      const { found, value } = await ask(call)
      if (!found) throw failure(`${call.method} ${printable(call.path)}: there is no such thing`)
      return value
    },
    async find(path, answer) {
      const { value } = await ask({ method: 'GET', path, answer })
      return value
    },
    async list(path, items, pages = MAX_PAGES) {
      const all = []
      for (let page = 1; page <= pages; page++) {
        const query = `${path.includes('?') ? '&' : '?'}limit=${PAGE_ITEMS}&page=${page}`
        const answered = await ask({ method: 'GET', path: path + query, answer: items })
        if (!answered.found) break
        all.push(...answered.value)
        if (!answered.hasMore) break
      }
      return all
    },
  }
}
