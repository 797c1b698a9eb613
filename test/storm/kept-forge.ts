import { generateKeyPairSync } from 'node:crypto'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import type { Context } from '../../functions/context.ts'
import { jobFunctions } from '../../functions/job-functions.ts'
import { runJob } from '../../functions/run-job.ts'
import { type RunningForge, startForge } from '../../lib/adapters/embedded-forge/start-forge.ts'
import { githubClient } from '../../lib/adapters/github/client.ts'
import { githubForge } from '../../lib/adapters/github/forge.ts'
import { githubRepository } from '../../lib/adapters/github/repository.ts'
import type { Job } from '../../lib/ports/job-queue.ts'
import { handClock } from '../github/clock.ts'
import { ENGINE, NAME } from './fleet.ts'

const at = { owner: 'octo', repo: 'claims' }
const { publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const app = { id: 4711, publicKey }
const running = new Set<RunningForge>()
afterAll(async () => {
  for (const forge of running) await forge.stop()
})

/** A forge that is kept in a folder, so that it can be had again as it was. Its clock stands: commits get the same ids. */
export class KeptForge {
  readonly forge: RunningForge
  readonly dir: string
  readonly clock = handClock()
  readonly #folder: string
  #jobs: Job[] = []

  private constructor(folder: string, forge: RunningForge) {
    this.#folder = folder
    this.forge = forge
    this.dir = join(folder, 'octo/claims.git')
    running.add(forge)
  }

  static async open(folder: string): Promise<KeptForge> {
    return new KeptForge(folder, await startForge({ folder, app, now: () => 1_700_000_000_000 }))
  }

  /** The same once more, in another folder; this one has to be stopped by then. */
  async copy(folder: string): Promise<KeptForge> {
    cpSync(this.#folder, folder, { recursive: true })
    const copy = await KeptForge.open(folder)
    copy.#jobs = [...this.#jobs]
    return copy
  }

  async stop(): Promise<void> {
    running.delete(this.forge)
    await this.forge.stop()
  }

  /** Does a job with a client of its own, whose calls go out by `send`; after `isDead`, nothing is queued either. */
  async run(job: Job, send: typeof fetch = fetch, isDead = () => false): Promise<void> {
    const { forge, clock } = this
    const login = 'netclaim[bot]'
    const token = forge.createToken({ login, appId: app.id, permissions: 'write' })
    const baseUrl = `${forge.url}/api/v3`
    const octokit = githubClient({ baseUrl, auth: { token }, clock, writeGapMs: 0, fetch: send })
    const context: Context = {
      name: NAME,
      repository: githubRepository({ octokit, ...at }),
      forge: githubForge({ octokit, ...at, appId: app.id, clock }),
      queue: {
        send: async (jobs) => {
          if (isDead()) throw new Error('dead')
          this.#jobs.push(...jobs)
        },
      },
      clock,
      engine: ENGINE,
      main: 'main',
    }
    await runJob(job, async () => context, jobFunctions)
  }

  /** Does what waits, until nothing does. */
  async work(): Promise<void> {
    for (let job = this.#jobs.shift(); job !== undefined; job = this.#jobs.shift())
      await this.run(job)
  }

  /** What the next runs do: the job comes again, what is queued is done, and then a sweep. */
  async finish(job: Job): Promise<void> {
    await this.run(job)
    await this.work()
    await this.clock.pause(11 * 60_000)
    await this.run({ kind: 'sweep', repository: NAME })
    await this.work()
  }
}
