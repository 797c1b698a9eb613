import { Hono } from 'hono'
import * as z from 'zod'
import { forgeDifferences } from '../../lib/adapters/forge-differences.ts'
import { answerTo } from '../app/answer-to.ts'
import { type Deliveries, recentDeliveries } from '../app/deliveries.ts'
import { BodyReader } from '../app/read-body.ts'
import { type ForgeKind, type SignedWebhook, signedWebhooks } from '../app/signed-webhook.ts'
import type { Log } from '../log.ts'

export interface WakeOptions {
  /** One, or two while the old one is being replaced. */
  readonly secrets: readonly string[]
  /** The branch whose new commits are to be applied at once, `netclaim/state`. */
  readonly branch: () => string
  /** Has the next round begin; it may be called any number of times. */
  readonly wake: () => void
  readonly log: Log
  readonly deliveries?: Deliveries
}

const Push = z.object({ ref: z.string() })

/**
 * Takes the webhooks of a forge, `POST /webhooks/github` and `POST /webhooks/gitea`, signed and answered as those of the
 * functions: a push to the state branch has the next round begin at once. Nothing of it is believed but that; what there
 * is to apply the round reads itself.
 */
export function createWakeApp(options: WakeOptions): Hono {
  const bodies = new BodyReader()
  const deliveries = options.deliveries ?? recentDeliveries()
  const app = new Hono()
  app.get('/healthz', (c) => c.json({ status: 'alive' }))
  for (const forge of Object.keys(forgeDifferences) as ForgeKind[]) {
    const path = `/webhooks/${forge}`
    const read = signedWebhooks(forge, options.secrets, bodies)
    app.post(path, async (c) => {
      const webhook = await read(c)
      const isNews = isOfState(webhook, options.branch()) && isNew(webhook, deliveries)
      if (isNews) options.wake()
      return c.json({ rounds: isNews ? 1 : 0 }, 202)
    })
    app.all(path, (c) => c.json({ error: 'only POST is taken here' }, 405, { Allow: 'POST' }))
  }
  app.notFound((c) => c.json({ error: 'there is nothing here' }, 404))
  app.onError((error, c) => answerTo(error, c, options.log))
  return app
}

function isOfState({ kind, payload }: SignedWebhook, branch: string): boolean {
  const push = Push.safeParse(payload)
  return kind === 'push' && push.success && push.data.ref === `refs/heads/${branch}`
}

function isNew({ ids }: SignedWebhook, deliveries: Deliveries): boolean {
  const isKnown = ids.some((id) => deliveries.has(id))
  for (const id of ids) deliveries.add(id)
  return !isKnown
}
