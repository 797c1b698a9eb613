import { knownAnswers } from './known-answers.ts'
import { isFault, type Limited, limitedBy } from './rate-limit.ts'
import type { RequestPolicy } from './request-policy.ts'

/** Asked for where an answer is to be streamed: it is handed on as it comes. */
export const STREAMED = 'application/x-gzip'
/** Of an archive, which is used while it comes. */
const STREAM_TIMEOUT_MS = 300_000
/** Bytes of an answer that may be a refusal. */
const MAX_REFUSAL_BYTES = 65_536

/** What became of one call. */
export type Sent =
  | { readonly answer: Response }
  | { readonly limit: Limited }
  /** No whole answer came, and why. */
  | { readonly lost: string }

/** Sends a call once, and reads its answer to the end. */
export function sender({ fetch: given, clock, timeoutMs = 30_000 }: RequestPolicy) {
  const known = knownAnswers()
  const send = given ?? fetch
  return async (url: string, init: RequestInit): Promise<Sent> => {
    const headers = new Headers(init.headers)
    const isStreamed = headers.get('accept') === STREAMED
    const key = init.method === 'GET' ? `${headers.get('accept') ?? ''} ${url}` : ''
    const etag = known.etagOf(key)
    if (etag !== undefined) headers.set('if-none-match', etag)
    const timeout = AbortSignal.timeout(isStreamed ? STREAM_TIMEOUT_MS : timeoutMs)
    const signal = AbortSignal.any(init.signal ? [init.signal, timeout] : [timeout])
    try {
      // An old answer about a ref would be a lie.
      const response = await send(url, { ...init, headers, signal, cache: 'no-store' })
      if (isStreamed && response.ok) return { answer: response }
      return remember(key, response, await response.arrayBuffer())
    } catch (error) {
      if (init.signal?.aborted === true) throw error
      return { lost: timeout.aborted ? 'it is not there in time' : 'the connection failed' }
    }
  }

  function remember(key: string, response: Response, body: ArrayBuffer): Sent {
    const answer = response.status === 304 ? known.answer(key) : undefined
    if (answer !== undefined) return { answer }
    const sent = judge(response, body, clock.now())
    if ('answer' in sent && response.status === 200) known.keep(key, plain(response), body)
    return sent
  }
}

function judge(response: Response, body: ArrayBuffer, now: number): Sent {
  const text = body.byteLength > MAX_REFUSAL_BYTES ? '' : new TextDecoder().decode(body)
  const limit = limitedBy(response, text, now)
  if (limit !== undefined) return { limit }
  if (isFault(response, text)) return { lost: 'something failed there' }
  if (isTorn(response, body)) return { lost: 'it ends in the middle' }
  const { status } = response
  const isEmpty = status === 204 || status === 205 || status === 304
  return { answer: new Response(isEmpty ? null : body, { status, headers: plain(response) }) }
}

/** A JSON text that does not end as one. */
function isTorn(response: Response, body: ArrayBuffer): boolean {
  const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '')
  const isRaw = /\braw\b/.test(response.headers.get('content-type') ?? '')
  if (!isJson || isRaw || !response.ok || body.byteLength === 0) return false
  const end = new TextDecoder().decode(body.slice(-16)).trimEnd()
  return !/[}\]"]$|\b(?:null|true|false|\d+)$/.test(end)
}

/** The headers for a body that is decoded already. */
function plain(response: Response): Headers {
  const headers = new Headers(response.headers)
  headers.delete('content-encoding')
  headers.delete('content-length')
  return headers
}
