import type { Context } from 'hono'
import type { Job, JobQueue } from '../../lib/ports/job-queue.ts'
import type { Log } from '../log.ts'
import type { Deliveries } from './deliveries.ts'

/** Something that came with a valid proof, reduced to what it asks for. */
export interface Delivered {
  readonly jobs: readonly Job[]
  /** What makes it the same delivery as another one. */
  readonly ids: readonly string[]
  /** For the log; strangers wrote it. */
  readonly about: Readonly<Record<string, string>>
}

/** Where all that is taken goes through: known deliveries out, jobs into the queue. */
export interface Intake {
  readonly queue: JobQueue
  readonly deliveries: Deliveries
  readonly log: Log
}

/** Queues the jobs and answers 202. A delivery is remembered only then: what failed may be sent again. */
export async function takeIn(
  c: Context,
  { jobs, ids, about }: Delivered,
  { queue, deliveries, log }: Intake,
): Promise<Response> {
  if (ids.some((id) => deliveries.has(id))) {
    log('info', 'delivered again', about)
    return c.json({ jobs: 0, note: 'it was delivered before' }, 202)
  }
  if (jobs.length > 0) await queue.send(jobs)
  for (const id of ids) deliveries.add(id)
  if (jobs.length > 0) log('info', 'queued', { ...about, jobs: jobs.length })
  return c.json({ jobs: jobs.length }, 202)
}
