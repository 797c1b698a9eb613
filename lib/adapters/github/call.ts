import { pathOf } from './github-error.ts'

/** A call that is about to be made. */
export interface Call {
  readonly method: string
  readonly path: string
  /** Whether it changes anything at GitHub. */
  readonly isWrite: boolean
  /** Whether making it twice is the same as making it once. */
  readonly isRepeatable: boolean
}

/** Writes whose second time changes nothing: objects by their content, tokens, and what is said under a name. */
const REPEATABLE = /\/(?:git\/(?:trees|commits|blobs)|access_tokens|statuses\/[0-9a-f]+)$/

/** What a request is. A GraphQL query is a read though it is a POST. */
export function callOf(url: string, init: RequestInit): Call {
  const method = (init.method ?? 'GET').toUpperCase()
  const path = pathOf(url)
  const isQuery = path.endsWith('/graphql') && !/^\{"query":"\s*mutation\b/.test(textOf(init.body))
  const isWrite = !(method === 'GET' || method === 'HEAD' || isQuery)
  return { method, path, isWrite, isRepeatable: !isWrite || REPEATABLE.test(path) }
}

function textOf(body: RequestInit['body']): string {
  return typeof body === 'string' ? body : ''
}
