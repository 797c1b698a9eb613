import type { AddressInfo } from 'node:net'
import { createAdaptorServer, type ServerType } from '@hono/node-server'
import { OutsideError } from '../../lib/adapters/outside-error.ts'

export interface HttpServerOptions {
  readonly fetch: (request: Request) => Response | Promise<Response>
  /** 0: one that is free. */
  readonly port: number
  readonly hostname: string
  /** For a whole request (default 30,000), and for its headers (a third of it). */
  readonly requestMs?: number
}

/** A server that listens. */
export interface HttpServer {
  readonly port: number
  /** Requests that are under way are answered, within the bound. */
  close(boundMs: number): Promise<void>
}

/** A forge needs one connection a delivery; more than this is no forge. */
const MAX_CONNECTIONS = 1_000

/** Listens, with limits on what a stranger can hold. Throws `OutsideError` where the port cannot be had. */
export async function openHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const server = createServer(options)
  const port = await listen(server, options)
  return { port, close: (boundMs) => close(server, boundMs) }
}

function createServer({ fetch, requestMs = 30_000 }: HttpServerOptions): ServerType {
  const server = createAdaptorServer({
    fetch,
    serverOptions: {
      requestTimeout: requestMs,
      headersTimeout: Math.ceil(requestMs / 3),
      connectionsCheckingInterval: Math.ceil(requestMs / 6),
      keepAliveTimeout: 5_000,
      maxHeaderSize: 16 * 1024,
    },
  })
  server.maxConnections = MAX_CONNECTIONS
  return server
}

async function close(server: ServerType, boundMs: number): Promise<void> {
  const closed = new Promise<void>((done) => {
    server.close(() => done())
  })
  const bound = setTimeout(() => {
    if ('closeAllConnections' in server) server.closeAllConnections()
  }, boundMs)
  await closed
  clearTimeout(bound)
}

function listen(server: ServerType, { port, hostname }: HttpServerOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => {
      const message = `cannot listen on ${hostname}:${port}: ${cause.message}`
      reject(new OutsideError(message, { system: 'network', retryable: false, cause }))
    })
    server.listen(port, hostname, () => resolve((server.address() as AddressInfo).port))
  })
}
