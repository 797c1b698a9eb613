import { mkdirSync } from 'node:fs'
import { planner } from '../../functions/allocate/planner.ts'
import type { Context } from '../../functions/context.ts'
import { jobFunctions } from '../../functions/job-functions.ts'
import { makeState } from '../../functions/make-state.ts'
import { runJob } from '../../functions/run-job.ts'
import { gitRepository } from '../../lib/adapters/git.ts'
import type { Answer, CommitStatus } from '../../lib/ports/forge.ts'
import type { Job } from '../../lib/ports/job-queue.ts'
import type { Repository, Texts } from '../../lib/ports/repository.ts'
import { gitIn } from '../git/sandbox.ts'
import { platformFile } from '../plan/files.ts'
import { forkedRefs, type Refs } from './forked-refs.ts'
import { MemoryForge } from './memory-forge.ts'
import { type Memory, remembering } from './remembering.ts'

/** Files by path; undefined: goes away. */
export type Files = Readonly<Record<string, string | undefined>>

export const STATE = 'netclaim/state'
const ENGINE = '0.1.0'
const START = 1_700_000_000

/** A claims repository on a forge in memory, its Git real and bare, and a clock that moves only when told. */
export class Stage {
  readonly repo: string
  readonly forge: MemoryForge
  readonly repository: Repository
  readonly #memory: Memory
  jobs: Job[] = []
  /** Milliseconds since 1970. */
  now = START * 1_000
  pauses: number[] = []
  context: Context
  #seconds = START
  /** Absent: the branches are the repository's. */
  readonly #refs: Refs | undefined

  private constructor(
    repo: string,
    parts: { repository: Repository; memory: Memory; from?: Stage; refs?: Refs },
  ) {
    this.repo = repo
    this.repository = parts.repository
    this.#memory = parts.memory
    this.#refs = parts.refs
    this.forge = new MemoryForge(() => this.now, parts.from?.forge)
    if (parts.from !== undefined) {
      this.jobs = [...parts.from.jobs]
      this.now = parts.from.now
      this.#seconds = parts.from.#seconds
    }
    this.context = {
      name: 'example/claims',
      repository: this.repository,
      forge: this.forge,
      queue: { send: async (jobs) => void this.jobs.push(...jobs) },
      clock: {
        now: () => this.now,
        pause: async (milliseconds) => {
          this.pauses.push(milliseconds)
        },
      },
      engine: ENGINE,
      main: 'main',
    }
  }

  /** A bare repository whose main holds a platform and these files, planned already. */
  static async open(repo: string, files: Files = {}): Promise<Stage> {
    const memory: Memory = new Map()
    const stage = new Stage(repo, { repository: await bare(repo, memory), memory })
    const first = await stage.write(undefined, { 'platform/kmetal.yaml': platformFile(), ...files })
    gitIn(repo, 'update-ref', 'refs/heads/main', first)
    await makeState(repo, { planner, engine: ENGINE })
    return stage
  }

  /** The same once more, with branches and a forge of its own; what is committed is shared. */
  fork(): Stage {
    const lines = gitIn(this.repo, 'for-each-ref', '--format=%(refname:lstrip=2) %(objectname)')
    const refs: Refs = new Map(lines.split('\n').map((line) => line.split(' ') as [string, string]))
    const repository = forkedRefs(this.repository, refs, this.#memory)
    return new Stage(this.repo, { repository, memory: this.#memory, from: this, refs })
  }

  tip(branch = 'main'): string {
    return this.#refs?.get(branch) ?? gitIn(this.repo, 'rev-parse', `refs/heads/${branch}`)
  }

  /** A commit that no branch has. */
  write(parent: string | undefined, files: Files, message = 'change'): Promise<string> {
    this.#seconds += 60
    const changes = new Map(Object.entries(files))
    const seconds = this.#seconds
    return this.repository.write({
      ...(parent === undefined ? {} : { parent }),
      changes,
      message,
      seconds,
    })
  }

  /** Opens a pull request from the present main; gives its number. */
  async propose(
    files: Files,
    more: Partial<{ draft: boolean; base: string }> = {},
  ): Promise<number> {
    const number = this.forge.pulls.size + 1
    const head = await this.write(this.tip(), files, `pull request ${number}`)
    const [base, branch] = ['main', `branch-${number}`]
    const pull = { number, head, base, branch, draft: false, isFork: false, state: 'open' } as const
    this.forge.pulls.set(number, { ...pull, ...more })
    return number
  }

  /** One more commit of a pull request. */
  async push(number: number, files: Files): Promise<string> {
    const pull = this.pull(number)
    const head = await this.write(pull.head, files, `more of ${number}`)
    this.forge.pulls.set(number, { ...pull, head })
    return head
  }

  pull(number: number) {
    const pull = this.forge.pulls.get(number)
    if (pull === undefined) throw new Error(`no pull request ${number}`)
    return pull
  }

  /** Squashes a pull request onto main, whatever its check says. */
  async merge(number: number): Promise<string> {
    const pull = this.pull(number)
    for (;;) {
      const main = this.tip()
      const commit = await this.squashed(number, main)
      if (!(await this.repository.move('main', commit, main))) continue
      this.forge.pulls.set(number, { ...pull, state: 'merged', commit })
      return commit
    }
  }

  /** What a merge queue would make of a pull request on a commit. */
  async squashed(number: number, onto: string): Promise<string> {
    const { head } = this.pull(number)
    const start = (await this.repository.mergeBase(this.tip(), head)) ?? ''
    const files: Record<string, string | undefined> = {}
    for (const [path, { after }] of await this.repository.differences(start, head))
      files[path] =
        after === undefined ? undefined : `${gitIn(this.repo, 'cat-file', 'blob', after)}\n`
    return this.write(onto, files, `Merge pull request ${number}`)
  }

  /** A commit directly on main. */
  async commit(files: Files): Promise<string> {
    const main = this.tip()
    const commit = await this.write(main, files)
    await this.repository.move('main', commit, main)
    return commit
  }

  /** What a cluster says it sees. */
  async observe(cluster: string, text: string): Promise<string> {
    const branch = `netclaim/observed/${cluster}`
    const former = gitIn(
      this.repo,
      'for-each-ref',
      '--format=%(objectname)',
      `refs/heads/${branch}`,
    )
    const parent = former === '' ? undefined : former
    const commit = await this.write(parent, { 'observed.yaml': text })
    gitIn(this.repo, 'update-ref', `refs/heads/${branch}`, commit)
    return commit
  }

  /** Does what waits, until nothing does; gives what was done. */
  async work(): Promise<readonly Job[]> {
    const done: Job[] = []
    for (let job = this.jobs.shift(); job !== undefined; job = this.jobs.shift()) {
      done.push(job)
      if (done.length > 500) throw new Error('jobs without an end')
      await runOn(this.context, job)
    }
    return done
  }

  answerTo(number: number): Answer {
    const answer = this.forge.answers.get(this.pull(number).head)
    if (answer === undefined) throw new Error(`no answer to ${number}`)
    return answer
  }

  status(commit: string, context = 'netclaim/allocate'): CommitStatus | undefined {
    return this.forge.stated.get(commit)?.get(context)
  }

  async state(): Promise<Texts> {
    return this.repository.readState(this.tip(STATE))
  }
}

async function bare(repo: string, memory: Memory): Promise<Repository> {
  mkdirSync(repo, { recursive: true })
  gitIn(repo, 'init', '--quiet', '--bare', '--initial-branch=main')
  return remembering(await gitRepository({ repo }), memory)
}

export async function runOn(context: Context, job: Job): Promise<void> {
  await runJob(job, async () => context, jobFunctions)
}
