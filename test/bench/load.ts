import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** How a server bore a load. */
export interface Load {
  readonly perSecond: number
  /** Milliseconds that 99 of 100 deliveries took at most. */
  readonly p99: number
  readonly p50: number
}

const PAYLOAD_BYTES = 8_192

/**
 * Delivers so many signed webhooks of 8 KB, all different, over so many connections, the next on each as soon as the
 * last is answered. Throws for any answer but 202.
 */
export async function deliverMany(
  target: { readonly port: number; readonly secret: string; readonly repository: string },
  { count, connections }: { readonly count: number; readonly connections: number },
): Promise<Load> {
  // Signed beforehand: the client shares the machine with the server.
  const requests = Array.from({ length: count }, (_, at) => requestOf(target, at + 1))
  const times = new Float64Array(count)
  let next = 0
  const since = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect({ port: target.port, host: '127.0.0.1', noDelay: true })
      await once(socket, 'connect')
      for (let at = next++; at < count; at = next++) {
        const started = performance.now()
        await exchange(socket, requests[at] as Buffer)
        times[at] = performance.now() - started
      }
      socket.destroy()
    }),
  )
  const seconds = (performance.now() - since) / 1_000
  const sorted = times.toSorted()
  const at = (share: number) => sorted[Math.floor(count * share)] ?? Number.NaN
  return { perSecond: count / seconds, p50: at(0.5), p99: at(0.99) }
}

/** A `pull_request` event with a number of its own. */
function requestOf(
  { secret, repository }: { readonly secret: string; readonly repository: string },
  number: number,
): Buffer {
  const event = { action: 'synchronize', number, repository: { full_name: repository } }
  const bare = JSON.stringify({ ...event, padding: '' })
  const body = JSON.stringify({ ...event, padding: 'x'.repeat(PAYLOAD_BYTES - bare.length) })
  const digits = createHmac('sha256', secret).update(body).digest('hex')
  return Buffer.from(
    [
      'POST /webhooks/github HTTP/1.1',
      'Host: 127.0.0.1',
      'Content-Type: application/json',
      'User-Agent: GitHub-Hookshot/044aadd',
      'X-GitHub-Event: pull_request',
      `X-GitHub-Delivery: 72d3162e-cc78-11e3-81ab-${digits.slice(0, 12)}`,
      `X-Hub-Signature-256: sha256=${digits}`,
      `Content-Length: ${body.length}`,
      '',
      body,
    ].join('\r\n'),
  )
}

/** Sends one request and reads its answer to the end. */
function exchange(socket: Socket, request: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = ''
    const take = (chunk: Buffer) => {
      text += chunk.toString('latin1')
      const head = text.indexOf('\r\n\r\n')
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0)
      if (head < 0 || text.length < head + 4 + length) return
      socket.off('data', take)
      socket.off('close', closed)
      if (text.startsWith('HTTP/1.1 202 ')) resolve()
      else reject(new Error(`answered ${text.slice(0, 200)}`))
    }
    const closed = () => reject(new Error('the connection was closed'))
    socket.on('data', take)
    socket.on('close', closed)
    socket.write(request)
  })
}
