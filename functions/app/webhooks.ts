import type { Handler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { type Intake, takeIn } from './intake.ts'
import { jobsOfEvent, type Watched } from './jobs-of-event.ts'
import type { BodyReader } from './read-body.ts'
import { type ForgeKind, signedWebhooks } from './signed-webhook.ts'

/** Takes the webhooks of one forge, signed with one of `webhookSecrets`. */
export function webhooks(
  options: Intake & {
    readonly forge: ForgeKind
    readonly webhookSecrets: readonly string[]
    readonly watched: Watched
  },
  bodies: BodyReader,
): Handler {
  const read = signedWebhooks(options.forge, options.webhookSecrets, bodies)
  return async (c) => {
    const { kind, delivery, payload, ids } = await read(c)
    const jobs = jobsOfEvent(kind, payload, options.watched)
    if (jobs === undefined)
      throw new HTTPException(422, { message: 'the event has not the form of its kind' })
    return takeIn(c, { jobs, ids, about: { webhook: kind, delivery } }, options)
  }
}
