import { OutsideError } from '../../lib/adapters/outside-error.ts'
import type { Job } from '../../lib/ports/job-queue.ts'
import { type Log, messageOf } from '../log.ts'
import { retryDelayMs } from '../retry.ts'
import type { Batch, Message } from './cloudflare.ts'
import { JobMessage } from './job-message.ts'

export interface ConsumeOptions {
  readonly run: (job: Job) => Promise<void>
  readonly log: Log
  /** From 0 to 1, for the jitter. */
  readonly random?: () => number
}

/**
 * Does the jobs of one batch: those of a repository one after another, equal ones once. Each message is
 * acknowledged by itself, or comes again later; the queue counts, and lays what fails too often aside for a person.
 */
export async function consume({ messages }: Batch, options: ConsumeOptions): Promise<void> {
  const read = messages.flatMap((message) => {
    const { data: job } = JobMessage.safeParse(message.body)
    if (job !== undefined) return [{ job, message }]
    options.log('error', 'a message that is no job', { attempts: message.attempts })
    message.ack()
    return []
  })
  const byRepository = Map.groupBy(read, ({ job }) => job.repository)
  await Promise.all(
    [...byRepository.values()].map(async (some) => {
      for (const equal of Map.groupBy(some, ({ job }) => JSON.stringify(job)).values())
        await consumeOne(
          equal[0]?.job,
          equal.map(({ message }) => message),
          options,
        )
    }),
  )
}

async function consumeOne(
  job: Job | undefined,
  messages: readonly Message[],
  { run, log, random = Math.random }: ConsumeOptions,
): Promise<void> {
  if (job === undefined) return
  const about = { kind: job.kind, repository: job.repository }
  try {
    await run(job)
    log('info', 'done', about)
    for (const message of messages) message.ack()
  } catch (error) {
    const isOutside = error instanceof OutsideError
    const why = messageOf(error)
    if (isOutside && !error.retryable) {
      log('error', 'refused', { ...about, why })
      for (const message of messages) message.ack()
      return
    }
    // A bug comes again, too: among the messages laid aside somebody will see it.
    log(isOutside ? 'warn' : 'error', isOutside ? 'tried again later' : 'bug', { ...about, why })
    for (const message of messages) {
      const asked = isOutside ? error.retryAfterSeconds : undefined
      const delayMs = retryDelayMs(message.attempts - 1, asked, random())
      message.retry({ delaySeconds: Math.ceil(delayMs / 1_000) })
    }
  }
}
