import type { AddressInfo } from 'node:net'
import { createAdaptorServer, type ServerType } from '@hono/node-server'
import { OutsideError } from '../lib/adapters/outside-error.ts'
import type { Job } from '../lib/ports/job-queue.ts'
import type { Configuration } from './configuration.ts'
import { createHost, type Work } from './host.ts'
import { type Log, messageOf } from './log.ts'
import { JobRunner } from './serve/job-runner.ts'

export interface ServeOptions {
  readonly configuration: Configuration
  readonly work: Work
  readonly log: Log
  /** 0: one that is free. */
  readonly port: number
  readonly hostname: string
  /** Between two sweeps. */
  readonly sweepMs: number
  /** Repositories that are worked on at the same time. */
  readonly atOnce: number
  /** How long stopping may take. */
  readonly stopMs: number
  /** For a whole request (default 30,000), and for its headers (a third of it). */
  readonly requestMs?: number
}

/** A server that runs. */
export interface Served {
  readonly port: number
  /** Takes no more, and ends within the bound; jobs that were let go of are found by the next sweep. */
  stop(): Promise<void>
}

/** GitHub needs one connection a delivery; more than this is no forge. */
const MAX_CONNECTIONS = 1_000

/** Runs the functions on Node. Throws `OutsideError` where the port cannot be had. */
export async function serve(options: ServeOptions): Promise<Served> {
  const { configuration, work, log, sweepMs, stopMs, atOnce } = options
  let stopping = false
  const runner = new JobRunner({ run: (job: Job) => host.run(job), log, atOnce })
  const notReady = () =>
    stopping ? 'it is being stopped' : runner.isFull ? 'too many jobs wait' : undefined
  const host = createHost({ configuration, queue: runner, work, log, notReady })
  const server = createServer((request) => host.app.fetch(request), options.requestMs ?? 30_000)
  const port = await listen(server, options)
  log('info', 'listening', { port, hostname: options.hostname })

  const sweep = () =>
    runner
      .send(host.sweeps)
      .catch((error: unknown) => log('error', 'no sweep', { why: messageOf(error) }))
  // What was lost while it did not run is found at once.
  await sweep()
  const timer = setInterval(() => void sweep(), sweepMs)

  return {
    port,
    async stop() {
      stopping = true
      clearInterval(timer)
      const [left] = await Promise.all([runner.stop(stopMs), close(server, stopMs)])
      log('info', 'stopped', { ...left })
    },
  }
}

function createServer(
  fetch: (request: Request) => Response | Promise<Response>,
  requestMs: number,
): ServerType {
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

/** Requests that are under way are answered, within the bound. */
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

function listen(server: ServerType, { port, hostname }: ServeOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => {
      const message = `cannot listen on ${hostname}:${port}: ${cause.message}`
      reject(new OutsideError(message, { system: 'network', retryable: false, cause }))
    })
    server.listen(port, hostname, () => resolve((server.address() as AddressInfo).port))
  })
}
