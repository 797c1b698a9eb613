import { setTimeout } from 'node:timers/promises'
import { Octokit } from '@octokit/rest'
import type { RunningForge } from '../../lib/adapters/embedded-forge/start-forge.ts'
import { quiet } from '../forge/started.ts'
import type { Files } from '../functions/stage.ts'
import { gitIn, gitWith } from '../git/sandbox.ts'

const at = { owner: 'octo', repo: 'claims' }

/** Somebody with a clone and a browser, who insists until the forge does as asked. */
export class Person {
  readonly #forge: RunningForge
  readonly #dir: string
  readonly #octokit: Octokit
  /** By the number of the pull request. */
  readonly #changes = new Map<number, Files>()

  constructor(forge: RunningForge, dir: string) {
    this.#forge = forge
    this.#dir = dir
    const baseUrl = forge.url
    this.#octokit = new Octokit({ auth: forge.token, baseUrl, log: quiet })
  }

  /** Opens a pull request from the present main; gives its number. */
  async propose(head: string, files: Files): Promise<number> {
    pushBranch(this.#dir, head, files)
    await this.#forge.scan()
    const wanted = { ...at, title: head, head, base: 'main' }
    const number = await insist(async () => {
      const mine = { ...at, head: `octo:${head}` }
      const [found] = (await this.#octokit.pulls.list(mine)).data
      const pull = found ?? (await this.#octokit.pulls.create(wanted)).data
      // Octokit gives half an answer as a text.
      if (typeof pull.number !== 'number') throw new Error('half an answer')
      return pull.number
    })
    this.#changes.set(number, files)
    return number
  }

  /** Squashes a pull request onto main, whatever its check says; where it conflicts, it is made anew upon main. */
  async merge(number: number): Promise<void> {
    for (let nth = 1; nth < 100; nth += 1) {
      try {
        await this.#octokit.pulls.merge({ ...at, pull_number: number, merge_method: 'squash' })
      } catch {
        await setTimeout(1)
      }
      const { data } = await insist(() => this.#octokit.pulls.get({ ...at, pull_number: number }))
      if (data.merged) return
      if (data.mergeable !== false) continue
      pushBranch(this.#dir, data.head.ref, this.#changes.get(number) ?? {})
      await this.#forge.scan()
    }
    throw new Error(`pull request ${number} cannot be merged`)
  }

  /** A commit directly on main, unless somebody else is faster. */
  async pushToMain(files: Files): Promise<void> {
    try {
      pushBranch(this.#dir, 'main', files, [])
    } catch {
      return
    }
    await this.#forge.scan()
  }
}

/** Makes a branch that is one commit ahead of main. */
function pushBranch(dir: string, branch: string, files: Files, how = ['--force']): void {
  const main = gitIn(dir, 'rev-parse', 'refs/heads/main')
  const changes = Object.entries(files).map(([path, text]) =>
    text === undefined
      ? `D ${path}\n`
      : `M 644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`,
  )
  const author = 'committer a person <person@example.com> 1700000100 +0000\n'
  const message = `data ${Buffer.byteLength(branch)}\n${branch}\n`
  const stream = `commit refs/heads/${branch}\n${author}${message}from ${main}\n${changes.join('')}`
  gitWith(dir, stream, 'fast-import', '--quiet', ...how)
}

async function insist<T>(work: () => Promise<T>): Promise<T> {
  for (let nth = 1; ; nth += 1) {
    try {
      return await work()
    } catch (error) {
      if (nth === 50) throw error
      await setTimeout(1)
    }
  }
}
