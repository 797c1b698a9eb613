import { OutsideError } from '../../lib/adapters/outside-error.ts'
import type { Job, JobQueue } from '../../lib/ports/job-queue.ts'
import type { QueueBinding } from './cloudflare.ts'

/** Cloudflare takes 100 messages and 256 KB at a time; each has a few bytes around it. */
const MAX_MESSAGES = 100
const MAX_BYTES = 200_000

/** Sends jobs to a queue of Cloudflare. What was sent before a failure stays sent. */
export function cloudflareQueue(binding: QueueBinding): JobQueue {
  return {
    async send(jobs) {
      for (const some of portions(jobs)) {
        try {
          await sendSome(binding, some)
        } catch (cause) {
          throw new OutsideError('the queue took no messages', {
            system: 'cloudflare',
            retryable: true,
            cause,
          })
        }
      }
    },
  }
}

/** A webhook asks for one job nearly always, and one message costs half of a batch of one. */
function sendSome(binding: QueueBinding, jobs: readonly Job[]): Promise<unknown> {
  const [first] = jobs
  return jobs.length === 1
    ? binding.send(first, { contentType: 'json' })
    : binding.sendBatch(jobs.map((body) => ({ body, contentType: 'json' })))
}

function portions(jobs: readonly Job[]): readonly (readonly Job[])[] {
  if (jobs.length === 1) return [jobs]
  const all: Job[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const job of jobs) {
    // In UTF-8 a character takes up to three bytes a unit.
    const size = JSON.stringify(job).length * 3
    const last = all.at(-1)
    if (last === undefined || last.length === MAX_MESSAGES || bytes + size > MAX_BYTES) {
      all.push([job])
      bytes = size
    } else {
      last.push(job)
      bytes += size
    }
  }
  return all
}
