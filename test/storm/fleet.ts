import { setTimeout } from 'node:timers/promises'
import { readConfiguration } from '../../functions/configuration.ts'
import { createHost, type Host } from '../../functions/host.ts'
import { jobFunctions } from '../../functions/job-functions.ts'
import { MAX_ATTEMPTS } from '../../functions/retry.ts'
import type { RunningForge } from '../../lib/adapters/embedded-forge/start-forge.ts'
import { boundedCache } from '../../lib/adapters/github/bounded-cache.ts'
import { githubClient } from '../../lib/adapters/github/client.ts'
import { githubForge } from '../../lib/adapters/github/forge.ts'
import { githubRepository } from '../../lib/adapters/github/repository.ts'
import { OutsideError } from '../../lib/adapters/outside-error.ts'
import type { Clock } from '../../lib/ports/clock.ts'
import type { Job } from '../../lib/ports/job-queue.ts'
import { SECRET } from '../app/environment.ts'
import type { Chance } from './chance.ts'

export const ENGINE = '0.1.0'
export const NAME = 'octo/claims'
const at = { owner: 'octo', repo: 'claims' }
const CACHE_BYTES = 32 * 1024 * 1024

/** A job that waits, and how often it failed. */
interface Entry {
  readonly job: Job
  readonly failures: number
}

/** Several hosts at once with one queue, which brings jobs in no order, and some of them twice. */
export class Fleet {
  readonly hosts: readonly Host[]
  /** Jobs done, failures included, and calls made for them, by kind of job. */
  readonly spent = new Map<Job['kind'], { jobs: number; calls: number; writes: number }>()
  /** Jobs that failed, to be done again; and those that were given up. */
  readonly ends = { retried: 0, givenUp: 0 }
  readonly #chance: Chance
  #waiting: Entry[] = []

  constructor(of: { forge: RunningForge; clock: Clock; chance: Chance; size: number }) {
    this.#chance = of.chance
    this.hosts = Array.from({ length: of.size }, () => this.#host(of.forge, of.clock))
  }

  /** Hands a webhook to one of the hosts. */
  async take(request: Request): Promise<Response> {
    const host = this.hosts[this.#chance.below(this.hosts.length)]
    return host === undefined ? new Response(null, { status: 503 }) : host.app.fetch(request)
  }

  /** A job that waits already is not queued twice, as `JobRunner` has it. */
  send(...jobs: readonly Job[]): void {
    for (const job of jobs) this.#enqueue({ job, failures: 0 })
  }

  #enqueue(entry: Entry): void {
    const key = JSON.stringify(entry.job)
    if (this.#waiting.every(({ job }) => JSON.stringify(job) !== key)) this.#waiting.push(entry)
  }

  get idle(): boolean {
    return this.#waiting.length === 0
  }

  /** All hosts work until there is nothing to do and `isOver`. */
  async work(isOver: () => boolean = () => true): Promise<void> {
    let busy = 0
    const one = async (host: Host): Promise<void> => {
      for (;;) {
        const entry = this.#chance.take(this.#waiting)
        if (entry === undefined && busy === 0 && isOver()) return
        if (entry === undefined) {
          await setTimeout(2)
          continue
        }
        busy += 1
        await this.#run(host, entry).finally(() => (busy -= 1))
      }
    }
    await Promise.all(this.hosts.map(one))
  }

  async #run(host: Host, { job, failures }: Entry): Promise<void> {
    try {
      await host.run(job)
      if (failures === 0 && this.#chance.next() < 0.05) this.send(job)
    } catch (error) {
      // What is no refusal from outside is a bug, and ends the test.
      if (!(error instanceof OutsideError) || !error.retryable) throw error
      const isGivenUp = failures + 1 >= MAX_ATTEMPTS
      this.ends[isGivenUp ? 'givenUp' : 'retried'] += 1
      if (!isGivenUp) this.#enqueue({ job, failures: failures + 1 })
    }
  }

  #host(forge: RunningForge, clock: Clock): Host {
    const cache = boundedCache(CACHE_BYTES)
    let spent = this.#spentOn('sweep')
    const { id: appId, privateKey = '' } = forge.app
    const octokit = githubClient({
      baseUrl: `${forge.url}/api/v3`,
      auth: { appId, privateKey, ...at },
      clock,
      onCall({ isWrite }) {
        spent.calls += 1
        if (isWrite) spent.writes += 1
      },
    })
    const host = createHost({
      configuration: readConfiguration({
        NETCLAIM_FORGE_URL: `${forge.url}/api/v3`,
        NETCLAIM_APP_ID: String(appId),
        NETCLAIM_PRIVATE_KEY: privateKey,
        NETCLAIM_REPOSITORIES: NAME,
        NETCLAIM_WEBHOOK_SECRET: SECRET,
      }),
      queue: { send: async (jobs) => this.send(...jobs) },
      work: {
        functions: jobFunctions,
        contextsOf: (_, queue) => async (name) => {
          // As `githubContexts` does it: all of it new for each job, but the client and the cache.
          const repository = githubRepository({ octokit, ...at, cache })
          const rest = { name, queue, clock, engine: ENGINE, main: 'main' }
          return { ...rest, repository, forge: githubForge({ octokit, ...at, appId, clock }) }
        },
      },
      log: () => undefined,
    })
    return {
      ...host,
      run: (job) => {
        spent = this.#spentOn(job.kind)
        spent.jobs += 1
        return host.run(job)
      },
    }
  }

  #spentOn(kind: Job['kind']) {
    const spent = this.spent.get(kind) ?? { jobs: 0, calls: 0, writes: 0 }
    this.spent.set(kind, spent)
    return spent
  }
}
