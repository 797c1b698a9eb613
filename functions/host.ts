import type { Hono } from 'hono'
import type { Job, JobQueue } from '../lib/ports/job-queue.ts'
import { recentDeliveries } from './app/deliveries.ts'
import { createApp } from './app.ts'
import type { Configuration } from './configuration.ts'
import type { Context } from './context.ts'
import type { JobFunctions } from './job-functions.ts'
import type { Log } from './log.ts'
import { metricsOf } from './metrics.ts'
import { runJob } from './run-job.ts'
import { systemClock } from './system-clock.ts'

/** Gives what a function needs for one of the configured repositories. */
export type ContextFor = (repository: string) => Promise<Context>

/** What does the work, on whatever host. */
export interface Work {
  readonly functions: JobFunctions
  /** Contexts for the repositories that are configured. What they keep in memory, they share. */
  readonly contextsOf: (configuration: Configuration, queue: JobQueue) => ContextFor
}

/** What a host calls. */
export interface Host {
  readonly app: Hono
  /** Does one job; one for a repository that is configured no more is dropped. */
  run(job: Job): Promise<void>
  /** A sweep for each repository. */
  readonly sweeps: readonly Job[]
}

/** Puts one configuration, the queue of the host and the work together. */
export function createHost(options: {
  readonly configuration: Configuration
  readonly queue: JobQueue
  readonly work: Work
  readonly log: Log
  readonly notReady?: () => string | undefined
  /** Whether it stays, so that what it read for the metrics stays with it; else there are none. */
  readonly stays?: boolean
}): Host {
  const { configuration, queue, work, log, notReady, stays = false } = options
  const { forge, main, repositories, webhookSecrets, clusters, metricsToken: token } = configuration
  const bareContextFor = work.contextsOf(configuration, queue)
  const contextFor: ContextFor = async (repository) => {
    const reporting = [...clusters].filter(([, one]) => one.repository === repository)
    const context = await bareContextFor(repository)
    return { ...context, clusters: reporting.map(([name]) => name) }
  }
  return {
    app: createApp({
      forge: forge.kind,
      webhookSecrets,
      watched: { repositories, main, ...(forge.kind === 'github' ? { appId: forge.appId } : {}) },
      clusters,
      queue,
      deliveries: recentDeliveries(),
      clock: systemClock,
      log,
      ...(notReady === undefined ? {} : { notReady }),
      ...(stays && token !== undefined
        ? { metrics: { token, text: metricsOf({ repositories, contextFor, log }) } }
        : {}),
    }),
    async run(job) {
      if (repositories.includes(job.repository)) await runJob(job, contextFor, work.functions)
    },
    sweeps: repositories.map((repository) => ({ kind: 'sweep', repository })),
  }
}
