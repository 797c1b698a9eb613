import type { JobQueue } from '../../lib/ports/job-queue.ts'
import { ConfigurationError, readConfiguration } from '../configuration.ts'
import { createHost, type Host, type Work } from '../host.ts'
import { jsonLog, type Log } from '../log.ts'
import { type Batch, type Env, jobsBinding } from './cloudflare.ts'
import { cloudflareQueue } from './cloudflare-queue.ts'
import { consume } from './consume.ts'

/** The three ways in which Cloudflare calls a Worker. */
export interface Worker {
  fetch(request: Request, env: Env): Promise<Response>
  queue(batch: Batch, env: Env): Promise<void>
  scheduled(controller: unknown, env: Env): Promise<void>
}

interface Instance extends Host {
  readonly queue: JobQueue
  readonly log: Log
}

/**
 * The Worker: it queues what webhooks and reports ask for, does what the queue brings, and sweeps on schedule. `write`
 * takes the lines of its log.
 *
 * With a configuration that is not complete it answers 503 to everything, says why in the log, and leaves messages in
 * the queue.
 */
export function createWorker(work: Work, write: (line: string) => void): Worker {
  /** The bindings are one object as long as the isolate lives. */
  const instances = new WeakMap<Env, Instance>()

  function instanceOf(env: Env): Instance {
    const known = instances.get(env) ?? instantiate(env, work, write)
    instances.set(env, known)
    return known
  }

  return {
    async fetch(request, env) {
      try {
        return await instanceOf(env).app.fetch(request)
      } catch (error) {
        if (!(error instanceof ConfigurationError)) throw error
        jsonLog({ write, now: Date.now })('error', 'not configured', { why: error.message })
        return Response.json({ error: 'it is not configured, the log has more' }, { status: 503 })
      }
    },
    async queue(batch, env) {
      await consume(batch, instanceOf(env))
    },
    async scheduled(_, env) {
      const { queue, sweeps } = instanceOf(env)
      await queue.send(sweeps)
    },
  }
}

function instantiate(env: Env, work: Work, write: (line: string) => void): Instance {
  const binding = jobsBinding(env)
  const missing = 'JOBS is missing: the queue of the jobs, bound in wrangler.jsonc'
  const configuration = readConfiguration(env, binding === undefined ? [missing] : [])
  if (binding === undefined) throw new Error('a configuration without its queue')
  const log = jsonLog({ write, now: Date.now, secrets: configuration.secrets })
  const queue = cloudflareQueue(binding)
  return { ...createHost({ configuration, queue, work, log }), queue, log }
}
