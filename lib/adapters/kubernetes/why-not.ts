import { NoAnswer } from './transport.ts'

/** What the server's certificate was refused for (Node's and OpenSSL's codes). */
const UNTRUSTED =
  /CERT|SELF_SIGNED|UNABLE_TO_|^ERR_TLS_|^ERR_SSL_|^INVALID_CA|^HOSTNAME_MISMATCH|^EPROTO$/

/** Why there is no answer that could be read. */
interface WhyNot {
  /** In words for people. */
  readonly why: string
  /** Whether another attempt may go well. */
  readonly retryable: boolean
  readonly isTooLarge?: true
}

const unread: Readonly<Record<NoAnswer['code'], WhyNot>> = {
  LATE: { why: 'it is not there in time', retryable: true },
  TOO_LARGE: { why: 'it is larger than is read', retryable: false, isTooLarge: true },
  SPENT: { why: 'with all before it, it is larger than is read', retryable: false },
}

/** Why no answer came. Bugs are thrown on. */
export function whyNot(error: unknown): WhyNot {
  if (error instanceof NoAnswer) return unread[error.code]
  const code = codeOf(error)
  if (code === undefined || code.startsWith('UND_ERR_INVALID') || code.startsWith('ERR_INVALID'))
    throw error
  if (UNTRUSTED.test(code))
    return { why: `the server's certificate is not trusted (${code})`, retryable: false }
  return { why: `the connection failed (${code})`, retryable: true }
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (error.name === 'HTTPParserError') return 'no HTTP'
  if ('code' in error && typeof error.code === 'string') return error.code
  return codeOf(error.cause)
}
