import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import * as z from 'zod'
import { forgeDifferences } from '../../lib/adapters/forge-differences.ts'

const SECRET = 'a secret of tests'
const { webhook } = forgeDifferences.gitea

/** A webhook that came, its signature checked. */
export interface Delivery {
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: unknown
}

/** Something that a Gitea on this machine sends its webhooks to. */
export interface HookListener {
  /** What the API of Gitea is told about it. */
  readonly hook: object
  readonly deliveries: readonly Delivery[]
  /** Deliveries whose signature was not right. */
  readonly forged: readonly string[]
  stop(): void
}

export async function listenForHooks(): Promise<HookListener> {
  const deliveries: Delivery[] = []
  const forged: string[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => void parts.push(part))
    request.on('end', () => {
      const raw = Buffer.concat(parts)
      const signed = webhook.prefix + createHmac('sha256', SECRET).update(raw).digest('hex')
      const { headers } = request
      if (headers[webhook.signature.toLowerCase()] !== signed) forged.push(raw.toString())
      deliveries.push({ headers, body: JSON.parse(raw.toString()) })
      response.end()
    })
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const { port } = z.object({ port: z.number() }).parse(server.address())
  return {
    deliveries,
    forged,
    stop: () => void server.close(),
    hook: {
      type: 'gitea',
      active: true,
      events: ['push', 'pull_request', 'pull_request_sync', 'status'],
      config: { url: `http://127.0.0.1:${port}/`, content_type: 'json', secret: SECRET },
    },
  }
}

/** Where each value of a JSON stands, and of what kind it is: `pull_request.head.sha string`. */
export function shapeOf(value: unknown, path = ''): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((one) => shapeOf(one, `${path}[]`))
  if (typeof value !== 'object' || value === null)
    return [`${path} ${value === null ? 'null' : typeof value}`]
  return Object.entries(value).flatMap(([key, one]) =>
    shapeOf(one, path === '' ? key : `${path}.${key}`),
  )
}
