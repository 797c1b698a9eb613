import { Hono } from 'hono'
import type { Clock } from '../lib/ports/clock.ts'
import { answerTo } from './app/answer-to.ts'
import type { Intake } from './app/intake.ts'
import type { Watched } from './app/jobs-of-event.ts'
import { type Metrics, metrics } from './app/metrics.ts'
import type { Cluster } from './app/proof.ts'
import { BodyReader } from './app/read-body.ts'
import { reports } from './app/reports.ts'
import type { ForgeKind } from './app/signed-webhook.ts'
import { webhooks } from './app/webhooks.ts'

/** What the app is given by its host. */
export interface AppOptions extends Intake {
  /** Whose webhooks are taken. */
  readonly forge: ForgeKind
  /** One secret, or two while the old one is being replaced. */
  readonly webhookSecrets: readonly string[]
  readonly watched: Watched
  /** By name. */
  readonly clusters: ReadonlyMap<string, Cluster>
  readonly clock: Pick<Clock, 'now'>
  /** Why nothing should be sent here just now; undefined when all is well. */
  readonly notReady?: () => string | undefined
  /** Absent: there are none. */
  readonly metrics?: Metrics
}

/**
 * Takes what a forge and clusters tell, and queues what is to be done about it: `POST /webhooks/<forge>` and
 * `POST /reports/<cluster>`. `GET /healthz` tells that it lives, `GET /readyz` that it takes work, `GET /metrics` how full
 * the pools are.
 *
 * Every answer is JSON: 202 `{"jobs": n}` once the jobs are queued (0 for what does not concern us or came
 * before), else `{"error": "…"}`: 400 no JSON, 401 no valid signature, 413 too large, 415 another content type,
 * 422 an event of another form, 503 where the queue refuses. Nothing is done here but queueing: GitHub waits for
 * 10 seconds, and never tries again.
 */
export function createApp(options: AppOptions): Hono {
  const bodies = new BodyReader()
  const app = new Hono()
  app.get('/', (c) => c.json({ netclaim: 'network claims as pull requests' }))
  app.get('/healthz', (c) => c.json({ status: 'alive' }))
  app.get('/readyz', (c) => {
    const why = options.notReady?.()
    return why === undefined ? c.json({ status: 'ready' }) : c.json({ error: why }, 503)
  })
  app.post(`/webhooks/${options.forge}`, webhooks(options, bodies))
  app.post('/reports/:cluster', reports(options, bodies))

  for (const path of [`/webhooks/${options.forge}`, '/reports/:cluster'])
    app.all(path, (c) => c.json({ error: 'only POST is taken here' }, 405, { Allow: 'POST' }))
  if (options.metrics !== undefined) app.get('/metrics', metrics(options.metrics))
  const toRead = [
    '/',
    '/healthz',
    '/readyz',
    ...(options.metrics === undefined ? [] : ['/metrics']),
  ]
  for (const path of toRead)
    app.all(path, (c) => c.json({ error: 'only GET is taken here' }, 405, { Allow: 'GET, HEAD' }))
  app.notFound((c) => c.json({ error: 'there is nothing here' }, 404))
  app.onError((error, c) => answerTo(error, c, options.log))
  return app
}
