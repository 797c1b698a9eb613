import { createHmac, randomUUID } from 'node:crypto'
import { type ForgeEvent, nodeId } from './forge.ts'

/** Where webhooks go. */
export interface WebhookTarget {
  readonly url: string
  readonly secret: string
  /** Takes the request in place of the network. */
  readonly fetch?: (request: Request) => Promise<Response>
}

/** One attempt to deliver an event. */
export interface Delivery {
  readonly id: number
  /** The same for all attempts. */
  readonly guid: string
  readonly event: string
  readonly action: string | null
  readonly deliveredAt: string
  readonly redelivery: boolean
  readonly durationSeconds: number
  /** `OK`, or what went wrong. */
  readonly status: string
  /** 0 where there was no answer. */
  readonly statusCode: number
  readonly repositoryId: number
  readonly installationId: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly answer: string | null
}

/** What is sent, without what becomes of it. */
export type Parcel = Pick<
  Delivery,
  'guid' | 'event' | 'action' | 'repositoryId' | 'headers' | 'body'
>

/** GitHub waits ten seconds for an answer. */
const TIMEOUT_MS = 10_000
/** For whom events are signed. */
export interface Sender {
  readonly secret: string
  readonly appId: number
  readonly installationId: number
}

/** Signs an event. */
export function toParcel(
  { event, repository }: ForgeEvent,
  payload: object,
  { secret, appId, installationId }: Sender,
): Parcel {
  const body = JSON.stringify({ ...payload, installation: installationShape(installationId) })
  const guid = randomUUID()
  const hmac = (algorithm: string) => createHmac(algorithm, secret).update(body).digest('hex')
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'GitHub-Hookshot/embedded',
    'x-github-event': event,
    'x-github-delivery': guid,
    'x-github-hook-id': '1',
    'x-github-hook-installation-target-id': String(appId),
    'x-github-hook-installation-target-type': 'integration',
    'x-hub-signature': `sha1=${hmac('sha1')}`,
    'x-hub-signature-256': `sha256=${hmac('sha256')}`,
  }
  const { action = null } = payload as { action?: string | null }
  return { guid, event, action, repositoryId: repository.records.id, headers, body }
}

function installationShape(id: number) {
  return { id, node_id: nodeId('Installation', id) }
}

/** Delivers, and says how that ended. */
export async function post(target: WebhookTarget, { headers, body }: Parcel) {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const request = new Request(target.url, { method: 'POST', headers, body, signal })
  try {
    const response = await (target.fetch ?? fetch)(request)
    const answer = (await response.text()).slice(0, 10_000)
    const status = response.ok ? 'OK' : `Invalid HTTP Response: ${response.status}`
    return { status, statusCode: response.status, answer }
  } catch {
    return failed(signal.aborted ? 'timed out' : 'failed to connect to host')
  }
}

/** An attempt that got no answer. */
export function failed(status: string) {
  return { status, statusCode: 0, answer: null }
}
