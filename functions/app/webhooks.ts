import type { Handler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { forgeDifferences } from '../../lib/adapters/forge-differences.ts'
import { type Intake, takeIn } from './intake.ts'
import { jobsOfEvent, type Watched } from './jobs-of-event.ts'
import { jsonOf, needJson } from './json-body.ts'
import { MAX_WEBHOOK_BYTES } from './limits.ts'
import type { BodyReader } from './read-body.ts'
import { digitsOf, verifierOf } from './signature.ts'

/** The forges whose webhooks are understood. */
export type ForgeKind = keyof typeof forgeDifferences

/** Takes the webhooks of one forge, signed with one of `secrets`. */
export function webhooks(
  options: Intake & {
    readonly forge: ForgeKind
    readonly webhookSecrets: readonly string[]
    readonly watched: Watched
  },
  bodies: BodyReader,
): Handler {
  const { signature, prefix, event, delivery } = forgeDifferences[options.forge].webhook
  const verifier = verifierOf(options.webhookSecrets)
  return async (c) => {
    needJson(c)
    const digits = digitsOf(c.req.header(signature), prefix)
    if (digits === '')
      throw new HTTPException(401, {
        message: `${signature} is missing, or no SHA-256 signature: set a secret`,
      })
    const payload = await bodies.read(c.req.raw, MAX_WEBHOOK_BYTES, async (body) => {
      if (await verifier.verify(digits, body)) return jsonOf(body)
      throw new HTTPException(401, { message: 'the signature does not match' })
    })
    const kind = c.req.header(event) ?? ''
    const id = c.req.header(delivery) ?? ''
    const jobs = jobsOfEvent(kind, payload, options.watched)
    if (jobs === undefined)
      throw new HTTPException(422, { message: 'the event has not the form of its kind' })
    // The id of a delivery is not signed, its bytes are: an old one under a new id is known, too.
    const ids = [`delivery ${id}`, `signature ${digits}`].slice(id === '' ? 1 : 0)
    return takeIn(c, { jobs, ids, about: { webhook: kind, delivery: id } }, options)
  }
}
