import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'

/** Throws `HTTPException` 415 for any other content type; GitHub can be set to send forms. */
export function needJson(c: Context): void {
  const type = c.req.header('content-type') ?? ''
  if (/^application\/json\s*(?:;|$)/i.test(type)) return
  throw new HTTPException(415, { message: 'the content type must be application/json' })
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** For bytes whose signature was verified: nothing of a stranger is parsed. Throws `HTTPException` 400. */
export function jsonOf(body: Uint8Array<ArrayBuffer>): unknown {
  try {
    return JSON.parse(utf8.decode(body))
  } catch (cause) {
    throw new HTTPException(400, { message: 'the body is no JSON in UTF-8', cause })
  }
}
