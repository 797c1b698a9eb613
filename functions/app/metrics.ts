import type { Handler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { sameToken } from './signature.ts'

/** What is told to whoever monitors. */
export interface Metrics {
  /** Whoever asks shows it: who has what is nobody else's business. */
  readonly token: string
  /** Prometheus' text format. */
  readonly text: () => Promise<string>
}

/** Answers with the metrics, to `Authorization: Bearer …` of the token alone. */
export function metrics({ token, text }: Metrics): Handler {
  return async (c) => {
    const given = /^Bearer ([\x21-\x7e]{1,512})$/i.exec(c.req.header('Authorization') ?? '')?.[1]
    if (!(await sameToken(given ?? '', token)))
      throw new HTTPException(401, { message: 'the token of the metrics is needed' })
    return c.text(await text(), 200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' })
  }
}
