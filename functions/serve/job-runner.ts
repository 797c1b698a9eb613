import { OutsideError } from '../../lib/adapters/outside-error.ts'
import type { Job, JobQueue } from '../../lib/ports/job-queue.ts'
import { MAX_WAITING_JOBS } from '../app/limits.ts'
import { type Log, messageOf } from '../log.ts'
import { MAX_ATTEMPTS, retryDelayMs } from '../retry.ts'
import { inTime } from './in-time.ts'

export interface JobRunnerOptions {
  readonly run: (job: Job) => Promise<void>
  readonly log: Log
  /** Repositories that are worked on at the same time. */
  readonly atOnce: number
  /** Jobs that may wait; more are refused. */
  readonly limit?: number
  /** What one job may take (default 30 minutes); then its repository is free for the next one. */
  readonly limitMs?: number
  /** From 0 to 1, for the jitter. */
  readonly random?: () => number
}

const MAX_JOB_MS = 30 * 60_000

/** A job that waits, or is being done, and how often it failed. */
interface Entry {
  readonly job: Job
  readonly failures: number
}

/**
 * A queue in the memory of this process. One job of a repository runs at a time, several repositories at once; a job
 * that already waits is not queued twice. One that fails for a reason outside that may pass is tried again
 * later. What is lost with the process, the next sweep finds again.
 */
export class JobRunner implements JobQueue {
  private readonly options: JobRunnerOptions
  /** By repository, then by what the job is: in order of arrival. */
  private readonly waiting = new Map<string, Map<string, Entry>>()
  private readonly busy = new Map<string, Promise<void>>()
  /** Those to be tried again, by what they are. */
  private readonly later = new Map<string, NodeJS.Timeout>()
  private stopped = false

  private get limit(): number {
    return this.options.limit ?? MAX_WAITING_JOBS
  }

  constructor(options: JobRunnerOptions) {
    this.options = options
  }

  /** Jobs that wait, those to be tried again included. */
  get size(): number {
    return [...this.waiting.values()].reduce((sum, { size }) => sum + size, this.later.size)
  }

  get isFull(): boolean {
    return this.size >= this.limit
  }

  /** Throws `OutsideError`, and takes none, when it is full or stopped. */
  async send(jobs: readonly Job[]): Promise<void> {
    const full = this.size + jobs.length > this.limit
    if (full || this.stopped)
      throw new OutsideError(full ? 'too many jobs wait' : 'it is being stopped', {
        system: 'queue',
        retryable: true,
      })
    for (const job of jobs) this.enqueue({ job, failures: 0 })
  }

  /**
   * Takes no more, forgets what waits, and waits for what is being done, no longer than `boundMs`.
   * Gives how many jobs it let go of.
   */
  async stop(
    boundMs: number,
  ): Promise<{ readonly forgotten: number; readonly unfinished: number }> {
    this.stopped = true
    const forgotten = this.size
    for (const timer of this.later.values()) clearTimeout(timer)
    this.later.clear()
    this.waiting.clear()
    const { promise: bound, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, boundMs)
    await Promise.race([Promise.all(this.busy.values()), bound])
    clearTimeout(timer)
    return { forgotten, unfinished: this.busy.size }
  }

  private enqueue(entry: Entry): void {
    const { repository } = entry.job
    const key = JSON.stringify(entry.job)
    // It came again before its next try: then that is now.
    clearTimeout(this.later.get(key))
    this.later.delete(key)
    const queue = this.waiting.get(repository) ?? new Map<string, Entry>()
    if (!queue.has(key)) queue.set(key, entry)
    this.waiting.set(repository, queue)
    this.startSome()
  }

  private startSome(): void {
    for (const [repository, queue] of this.waiting) {
      if (this.busy.size >= this.options.atOnce) return
      const [first] = queue
      if (first === undefined || this.busy.has(repository)) continue
      const [key, entry] = first
      queue.delete(key)
      // Whoever has more to do comes last next time.
      this.waiting.delete(repository)
      if (queue.size > 0) this.waiting.set(repository, queue)
      this.busy.set(repository, this.work(entry))
    }
  }

  private async work(entry: Entry): Promise<void> {
    const { run, log } = this.options
    const { kind, repository } = entry.job
    const since = performance.now()
    const ms = () => Math.round(performance.now() - since)
    try {
      await inTime(run(entry.job), this.options.limitMs ?? MAX_JOB_MS)
      log('info', 'done', { kind, repository, ms: ms() })
    } catch (error) {
      this.afterFailure(error, entry, ms())
    } finally {
      this.busy.delete(repository)
      if (!this.stopped) this.startSome()
    }
  }

  private afterFailure(error: unknown, { job, failures }: Entry, ms: number): void {
    const { log, random = Math.random } = this.options
    const about = { kind: job.kind, repository: job.repository, ms, why: messageOf(error) }
    const isBug = !(error instanceof OutsideError)
    if (isBug || !error.retryable) return log('error', isBug ? 'bug' : 'refused', about)
    if (failures + 1 >= MAX_ATTEMPTS) return log('error', 'given up', about)
    if (this.stopped) return
    const delay = retryDelayMs(failures, error.retryAfterSeconds, random())
    log('warn', 'tried again later', { ...about, inMs: delay })
    const key = JSON.stringify(job)
    const timer = setTimeout(() => this.enqueue({ job, failures: failures + 1 }), delay)
    this.later.set(key, timer)
  }
}
