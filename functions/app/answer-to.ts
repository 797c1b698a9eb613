import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { OutsideError } from '../../lib/adapters/outside-error.ts'
import { type Log, messageOf } from '../log.ts'

/** What whoever asked is told of an error: of a bug, and of what is outside, no more than that. */
export function answerTo(error: Error, c: Context, log: Log): Response {
  const about = { method: c.req.method, path: c.req.path }
  if (error instanceof HTTPException) {
    log('warn', 'refused', { ...about, status: error.status, why: error.message })
    return c.json({ error: error.message }, error.status)
  }
  const isOutside = error instanceof OutsideError
  log('error', isOutside ? 'the queue refuses' : 'bug', { ...about, why: messageOf(error) })
  return isOutside
    ? c.json({ error: 'the queue takes nothing just now' }, 503, { 'Retry-After': '30' })
    : c.json({ error: 'this is a bug of ours, the log has more' }, 500)
}
