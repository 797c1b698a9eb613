import { OutsideError } from '../outside-error.ts'
import { MAX_ANSWER_BYTES } from './limits.ts'

/** The body of an answer: its JSON, undefined where it has none, and the server's own words about an error. */
export interface Body {
  readonly json: unknown
  readonly said: string
}

/** Reads a body to its end, but no further than the limit. Throws `OutsideError` beyond it. */
export async function readBody(response: Response): Promise<Body> {
  const text = await readText(response)
  const json = toJson(text)
  return { json, said: saidBy(json) }
}

async function readText({ body }: Response): Promise<string> {
  if (body === null) return ''
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.length
    if (bytes > MAX_ANSWER_BYTES) {
      await reader.cancel()
      throw tooMuch()
    }
    text += decoder.decode(value, { stream: true })
  }
}

function tooMuch(): OutsideError {
  const message = `Gitea: an answer of more than ${MAX_ANSWER_BYTES} bytes`
  return new OutsideError(message, { system: 'gitea', retryable: false })
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function saidBy(json: unknown): string {
  const isObject = typeof json === 'object' && json !== null
  return isObject && 'message' in json && typeof json.message === 'string' ? json.message : ''
}

/** Does the `Link` header name a next page? */
export function hasNextPage(headers: Headers): boolean {
  return /;\s*rel="next"/.test(headers.get('link') ?? '')
}
