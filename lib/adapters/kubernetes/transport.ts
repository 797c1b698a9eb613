import type { IncomingHttpHeaders } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import { type Dispatcher, Pool } from 'undici'
import type { Credentials } from './access.ts'

/** One call. */
export interface Request {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With what is asked (`?…`). */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** A whole answer. */
export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Why no whole answer came, besides what sockets and TLS say. */
export class NoAnswer extends Error {
  readonly code: 'LATE' | 'TOO_LARGE' | 'SPENT'

  constructor(code: NoAnswer['code']) {
    super(code)
    this.code = code
  }
}

export interface TransportLimits {
  readonly connections: number
  /** Of one call with its whole answer. */
  readonly timeoutMs: number
  readonly maxBytes: number
  /** Of all answers together. */
  readonly maxBytesInAll: number
}

/** Sends calls over a few connections that are kept, and reads each answer to its end, in time and not beyond a size. */
export function transport(server: string, limits: TransportLimits) {
  const { origin, pathname } = new URL(server)
  const prefix = pathname.replace(/\/+$/, '')
  const spent: Spent = { bytes: 0 }
  let current: { readonly tls: Credentials['tls']; readonly pool: Pool } | undefined

  /** New certificates take new connections; calls on old ones end in peace. */
  function poolFor({ tls }: Credentials): Pool {
    if (current !== undefined && (current.tls === tls || isDeepStrictEqual(current.tls, tls))) {
      current = { tls, pool: current.pool }
      return current.pool
    }
    void current?.pool.close()
    const pool = new Pool(origin, {
      connections: limits.connections,
      // One stream a connection: over HTTP/2 a proxy could cut all calls at once.
      allowH2: false,
      keepAliveTimeout: 60_000,
      connect: { ...tls, timeout: 10_000 },
    })
    current = { tls, pool }
    return pool
  }

  return {
    send: (request: Request, credentials: Credentials): Promise<Answer> =>
      exchange(
        poolFor(credentials),
        {
          ...request,
          path: prefix + request.path,
          headers: { ...credentials.headers, ...request.headers },
        },
        limits,
        spent,
      ),
    async close(): Promise<void> {
      await current?.pool.destroy()
      current = undefined
    },
  }
}

/** What was read of all answers. */
interface Spent {
  bytes: number
}

function exchange(
  pool: Pool,
  { method, path, headers = {}, body }: Request,
  { timeoutMs, maxBytes, maxBytesInAll }: TransportLimits,
  spent: Spent,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined
    let answer = { status: 0, headers: {} as IncomingHttpHeaders }
    const chunks: Buffer[] = []
    let size = 0
    let late: NoAnswer | undefined
    const timer = setTimeout(() => {
      late = new NoAnswer('LATE')
      controller?.abort(late)
      reject(late)
    }, timeoutMs)
    pool.dispatch(
      { method, path, headers, body: body ?? null },
      {
        onRequestStart(given) {
          controller = given
          // Nobody waits for it any more: sent now, it could undo what was written since.
          if (late !== undefined) given.abort(late)
        },
        onResponseStart(_controller, status, found) {
          answer = { status, headers: found }
        },
        onResponseData(given, chunk) {
          size += chunk.length
          spent.bytes += chunk.length
          if (size > maxBytes) given.abort(new NoAnswer('TOO_LARGE'))
          else if (spent.bytes > maxBytesInAll) given.abort(new NoAnswer('SPENT'))
          else chunks.push(chunk)
        },
        onResponseEnd() {
          clearTimeout(timer)
          resolve({ ...answer, body: textOf(chunks) })
        },
        onResponseError(_controller, error) {
          clearTimeout(timer)
          reject(error)
        },
      },
    )
  })
}

function textOf(chunks: readonly Buffer[]): string {
  const [first] = chunks
  return chunks.length === 1 && first !== undefined
    ? first.toString()
    : Buffer.concat(chunks).toString()
}
