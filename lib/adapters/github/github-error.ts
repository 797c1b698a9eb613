import { printable } from '../../domain/printable.ts'
import { OutsideError } from '../outside-error.ts'

/** GitHub refused a call, or gave no usable answer. */
export class GitHubError extends OutsideError {
  /** Of the answer; 0 where there was none. */
  readonly status: number

  constructor(
    message: string,
    from: { readonly status: number; readonly retryAfterSeconds?: number; retryable?: boolean },
  ) {
    const { status, retryAfterSeconds, retryable = isPassing(status) } = from
    super(message, {
      system: 'github',
      retryable,
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    })
    this.status = status
  }
}

/** No answer, a time-out, a limit, or a fault of the server: another attempt may go well. */
function isPassing(status: number): boolean {
  return status === 0 || status === 408 || status === 429 || status >= 500
}

/** What a call threw, as the one kind of error that adapters throw. Anything that is no answer of GitHub stays what it is. */
export function toGitHubError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof OutsideError) return error
  if (error.cause instanceof OutsideError) return error.cause
  if (error.name === 'GraphqlResponseError') return refusedQuery(error)
  if (error.name !== 'HttpError' || !('status' in error)) return error
  const { request } = error as { request?: { method?: string; url?: string } }
  const what = `${request?.method ?? 'a call'} ${pathOf(request?.url ?? '')}`
  const status = Number(error.status)
  return new GitHubError(
    `GitHub refused ${what} with ${status}: ${withoutSecrets(error.message)}`,
    {
      status,
    },
  )
}

function refusedQuery(error: Error): GitHubError {
  const [, ...lines] = error.message.split('\n')
  const reasons = lines.map((line) => line.replace(/^ - /, '')).join('; ')
  return new GitHubError(`GitHub refused a query: ${withoutSecrets(reasons)}`, {
    status: 200,
    retryable: /something went wrong|timed? ?out/i.test(reasons),
  })
}

/** The path of an address, without what is asked: that may hold a signature. */
export function pathOf(url: string): string {
  return URL.canParse(url) ? printable(new URL(url).pathname) : 'an address'
}

/** Tokens of GitHub, JSON web tokens, keys, and passwords of addresses. */
const SECRET =
  /\b(?:gh[a-z]_\w+(?:\.[\w-]+)*|github_pat_\w+|eyJ[\w-]+\.[\w-]+\.[\w-]+)|-----BEGIN[\s\S]+|(?<=\/\/)[^/@\s]+(?=@)|(?<=\b(?:bearer|token) )\S{16,}/gi

/** One line for a log: what an answer said, with everything left out that may be a secret. */
export function withoutSecrets(text: string): string {
  return printable(text.replaceAll(SECRET, '…'), 300)
}
