import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { forgeDifferences } from '../../lib/adapters/forge-differences.ts'
import { jsonOf, needJson } from './json-body.ts'
import { MAX_WEBHOOK_BYTES } from './limits.ts'
import type { BodyReader } from './read-body.ts'
import { digitsOf, verifierOf } from './signature.ts'

/** The forges whose webhooks are understood. */
export type ForgeKind = keyof typeof forgeDifferences

/** A webhook whose signature is good. */
export interface SignedWebhook {
  /** `push`; as the forge calls it in a header, which is not signed. */
  readonly kind: string
  readonly delivery: string
  readonly payload: unknown
  /** What makes it the same delivery as another one. */
  readonly ids: readonly string[]
}

/** Reads webhooks of one forge, signed with one of `secrets`. What it gives back throws `HTTPException` for any other. */
export function signedWebhooks(
  forge: ForgeKind,
  secrets: readonly string[],
  bodies: BodyReader,
): (c: Context) => Promise<SignedWebhook> {
  const { signature, prefix, event, delivery } = forgeDifferences[forge].webhook
  const verifier = verifierOf(secrets)
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
    const id = c.req.header(delivery) ?? ''
    // The id of a delivery is not signed, its bytes are: an old one under a new id is known, too.
    const ids = [`delivery ${id}`, `signature ${digits}`].slice(id === '' ? 1 : 0)
    return { kind: c.req.header(event) ?? '', delivery: id, payload, ids }
  }
}
