import type * as z from 'zod'
import { printable } from '../../domain/printable.ts'
import { OutsideError } from '../outside-error.ts'
import { hasNextPage, readBody } from './response.ts'

/** One request to the API. `path` comes after `/api/v1`. */
export interface Call<T> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: unknown
  readonly answer: z.ZodType<T>
  /** Asked once only: made twice, it would be there twice. */
  readonly once?: boolean
}

/** To whom, and for how long. */
export interface Server {
  readonly url: string
  readonly token: string
  readonly fetch: typeof fetch
  readonly timeoutMs: number
}

/** That there is no such thing (404) is an answer, too. */
export type Answered<T> =
  | { readonly found: true; readonly value: T; readonly hasMore: boolean }
  | { readonly found: false; readonly value?: undefined }

/** An answer, or why there is none and how long the server wants to be left alone. */
export type Attempt<T> =
  | { readonly answered: Answered<T>; readonly error?: undefined; readonly waitMs?: undefined }
  | { readonly answered?: undefined; readonly error: OutsideError; readonly waitMs?: number }

/** Asks once. Nothing that failed outside is thrown. */
export async function attempt<T>(server: Server, call: Call<T>): Promise<Attempt<T>> {
  const { method, path, body } = call
  const what = `${method} ${printable(path)}`
  try {
    const response = await server.fetch(`${server.url}/api/v1${path}`, {
      method,
      headers: {
        accept: 'application/json',
        authorization: `token ${server.token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      // A token goes to the server that it belongs to, and to no other.
      redirect: 'manual',
      signal: AbortSignal.timeout(server.timeoutMs),
    })
    return response.ok
      ? await taken(call, what, response)
      : await refused(what, response, server.token)
  } catch (cause) {
    if (cause instanceof OutsideError) return { error: cause }
    return { error: failure(`${what}: ${printable(reasonOf(cause))}`, true) }
  }
}

async function taken<T>(
  { answer }: Call<T>,
  what: string,
  response: Response,
): Promise<Attempt<T>> {
  const { json } = await readBody(response)
  const parsed = answer.safeParse(json)
  if (parsed.success)
    return {
      answered: { found: true, value: parsed.data, hasMore: hasNextPage(response.headers) },
    }
  const where = printable(parsed.error.issues[0]?.path.join('.') ?? '')
  return { error: failure(`${what} gave an answer of another form, at "${where}"`) }
}

async function refused<T>(what: string, response: Response, token: string): Promise<Attempt<T>> {
  const { status, headers } = response
  const { said } = await readBody(response)
  if (status === 404) return { answered: { found: false } }
  const words = printable(said.replaceAll(token, '…'), 300)
  const error = failure(
    `${what} ended with ${status}${words === '' ? '' : `: ${words}`}`,
    status >= 500 || status === 429,
  )
  const seconds = Number(headers.get('retry-after'))
  return seconds > 0 ? { error, waitMs: seconds * 1_000 } : { error }
}

/** What undici or a Worker says; the code of the cause says most. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'failed'
  const { cause: inner } = cause
  const code = inner instanceof Error && 'code' in inner ? String(inner.code) : ''
  return `${cause.message}${code === '' ? '' : ` (${code})`}`
}

/** Gitea refused or could not be reached. */
export function failure(message: string, retryable = false): OutsideError {
  return new OutsideError(`Gitea: ${message}`, { system: 'gitea', retryable })
}
