/** That GitHub refused a call for now, and how long it asks to wait. */
export interface Limited {
  /** Milliseconds; undefined where GitHub does not say. */
  readonly waitMs?: number
}

/**
 * Reads a refusal for the rate from an answer: 429, or 403 with a header or words that say so, or, for GraphQL, 200 with
 * an error (GitHub's docs, "Rate limits for the REST API").
 */
export function limitedBy(response: Response, body: string, now: number): Limited | undefined {
  const { status, headers } = response
  const isSpent = headers.get('x-ratelimit-remaining') === '0'
  const isRefusal =
    status === 429 ||
    (status === 200 && isRefusedQuery(body)) ||
    (status === 403 && (isSpent || headers.has('retry-after') || NAMED.test(body)))
  if (!isRefusal) return undefined
  const after = numberIn(headers, 'retry-after')
  if (after >= 0) return { waitMs: after * 1000 }
  const reset = numberIn(headers, 'x-ratelimit-reset')
  return isSpent && reset >= 0 ? { waitMs: Math.max(0, reset * 1000 - now) } : {}
}

function numberIn(headers: Headers, name: string): number {
  return Number(headers.get(name) ?? Number.NaN)
}

const NAMED = /rate limit|abuse detection/i

/** Whether an answer of GraphQL says that something failed at GitHub: it says so by 200. */
export function isFault(response: Response, body: string): boolean {
  return response.status === 200 && /something went wrong|timed? ?out/i.test(refusalIn(body))
}

function isRefusedQuery(body: string): boolean {
  return /RATE_LIMIT|rate limit/i.test(refusalIn(body))
}

/** The errors of an answer of GraphQL that is nothing but errors, as JSON; empty for any other. */
function refusalIn(body: string): string {
  if (!body.includes('"errors"')) return ''
  try {
    const { data, errors } = JSON.parse(body) as { data?: unknown; errors?: unknown }
    return (data === undefined || data === null) && Array.isArray(errors)
      ? JSON.stringify(errors)
      : ''
  } catch {
    return ''
  }
}
