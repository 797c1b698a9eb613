import { once } from 'node:events'
import * as z from 'zod'
import { printable } from '../../domain/printable.ts'
import { OutsideError } from '../outside-error.ts'
import { type Endpoint, formatEndpoint, openSocket, type Tls } from './endpoint.ts'
import { messageReader } from './message-reader.ts'

/** One connection to an ovsdb-server. */
export interface Connection {
  /** The result of a call (RFC 7047, 4.1). Throws `OutsideError`, also when it takes too long. */
  call(method: string, params: readonly unknown[]): Promise<unknown>
  close(): void
}

export interface ConnectionOptions {
  readonly tls?: Tls
  /** For one call, and for the connection to stand (default 10 s). */
  readonly timeoutMs?: number
}

const Message = z.object({
  id: z.unknown().optional(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  result: z.unknown().optional(),
  error: z.unknown().optional(),
})

interface Waiting {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: OutsideError) => void
}

/** Opens a connection. Throws `OutsideError`. */
export async function openConnection(
  endpoint: Endpoint,
  { tls, timeoutMs = 10_000 }: ConnectionOptions = {},
): Promise<Connection> {
  const name = formatEndpoint(endpoint)
  const { socket, ready } = openSocket(endpoint, tls)
  const waiting = new Map<number, Waiting>()
  const read = messageReader()
  let end: OutsideError | undefined
  let last = 0

  const finish = (why: string) => {
    end ??= failure(name, why)
    for (const { reject } of waiting.values()) reject(end)
    waiting.clear()
    socket.destroy()
  }
  socket.on('error', (error) => finish(error.message))
  socket.on('close', () => finish('the connection is closed'))
  try {
    await once(socket, ready, { signal: AbortSignal.timeout(timeoutMs) })
  } catch {
    finish(`no connection within ${timeoutMs} ms`)
    throw end ?? failure(name, 'no connection')
  }
  socket.on('data', (chunk: Buffer) => {
    try {
      for (const message of read(chunk)) take(Message.parse(message))
    } catch (error) {
      finish(error instanceof RangeError ? error.message : 'it says what is no JSON-RPC')
    }
  })

  function take({ id, method, params, result, error }: z.output<typeof Message>): void {
    // The server asks whether we are still there, and goes away where it hears nothing.
    if (method === 'echo') socket.write(JSON.stringify({ id, result: params, error: null }))
    const one = typeof id === 'number' ? waiting.get(id) : undefined
    if (method !== undefined || one === undefined) return
    waiting.delete(Number(id))
    if (error === null || error === undefined) one.resolve(result)
    else one.reject(failure(name, `it answers ${JSON.stringify(error).slice(0, 300)}`))
  }

  return {
    async call(method, params) {
      if (end !== undefined) throw end
      last += 1
      const id = last
      const timer = setTimeout(() => finish(`no answer within ${timeoutMs} ms`), timeoutMs)
      try {
        return await new Promise((resolve, reject) => {
          waiting.set(id, { resolve, reject })
          socket.write(JSON.stringify({ id, method, params }))
        })
      } finally {
        clearTimeout(timer)
      }
    },
    close: () => finish('it was closed'),
  }
}

function failure(endpoint: string, why: string): OutsideError {
  return new OutsideError(`OVN-NB at ${printable(endpoint)}: ${printable(why, 400)}`, {
    system: 'ovsdb',
    retryable: true,
  })
}
