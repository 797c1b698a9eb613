import type { Job } from '../lib/ports/job-queue.ts'
import type { Configuration } from './configuration.ts'
import { createHost, type Work } from './host.ts'
import { type Log, messageOf } from './log.ts'
import { openHttpServer } from './serve/http-server.ts'
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

/** Runs the functions on Node. Throws `OutsideError` where the port cannot be had. */
export async function serve(options: ServeOptions): Promise<Served> {
  const { configuration, work, log, sweepMs, stopMs, atOnce } = options
  let stopping = false
  const runner = new JobRunner({ run: (job: Job) => host.run(job), log, atOnce })
  const notReady = () =>
    stopping ? 'it is being stopped' : runner.isFull ? 'too many jobs wait' : undefined
  const host = createHost({ configuration, queue: runner, work, log, notReady, stays: true })
  const server = await openHttpServer({ ...options, fetch: (request) => host.app.fetch(request) })
  const { port } = server
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
      const [left] = await Promise.all([runner.stop(stopMs), server.close(stopMs)])
      log('info', 'stopped', { ...left })
    },
  }
}
