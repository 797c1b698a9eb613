import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readTemplate } from '../../functions/cli/repo-template.ts'
import { netclaim, type Ran } from '../cli/fake-terminal.ts'
import { gitAs, gitIn, newRepository } from '../git/sandbox.ts'

/** Files by path; undefined: goes away. */
export type Files = Readonly<Record<string, string | undefined>>

/** Who commits, and on which day of 2026. */
export interface When {
  /** `03-01`. */
  readonly day: string
  readonly by?: string
}

const ENGINE = '0.1.0'
export const STATE = 'netclaim/state'

/** A claims repository of this machine whose commits have dates and authors. */
export class ClaimsHistory {
  readonly repo: string

  private constructor(repo: string) {
    this.repo = repo
  }

  /** The template of a first day, committed on the 1st of January, and its state. */
  static async begin(repo: string, files: Files = {}): Promise<ClaimsHistory> {
    const history = new ClaimsHistory(newRepository(repo))
    const template = Object.fromEntries(readTemplate(ENGINE))
    history.commit({ ...template, ...files }, 'Begin', { day: '01-01' })
    await history.run('init', '.')
    return history
  }

  /** Writes files and commits them on `main`; gives the commit. */
  commit(files: Files, message: string, when: When): string {
    this.#write(files)
    this.#git(when, 'add', '--all')
    this.#git(when, 'commit', '--quiet', '--allow-empty', '-m', message)
    return this.id('HEAD')
  }

  /** A branch with the files, merged as GitHub does it; gives the merge commit. */
  merge(
    files: Files,
    { number, title, when }: { number: number; title: string; when: When },
  ): string {
    gitIn(this.repo, 'checkout', '--quiet', '-b', `change-${number}`)
    this.commit(files, title, { ...when, by: 'bob' })
    gitIn(this.repo, 'checkout', '--quiet', 'main')
    const message = `Merge pull request #${number} from acme/change-${number}\n\n${title}`
    this.#git(when, 'merge', '--quiet', '--no-ff', '-m', message, `change-${number}`)
    return this.id('HEAD')
  }

  /** What a cluster pushes to the branch of its own. */
  observe(text: string, when: When): void {
    gitIn(this.repo, 'checkout', '--quiet', '--orphan', 'observing')
    gitIn(this.repo, 'rm', '-rq', '--force', '.')
    this.commit({ 'observed.yaml': text }, 'report', when)
    gitIn(this.repo, 'branch', '--force', 'netclaim/observed/one')
    gitIn(this.repo, 'checkout', '--quiet', 'main')
    gitIn(this.repo, 'branch', '-D', 'observing')
  }

  /** The commit of a revision; of the state unless another is named. */
  id(revision = STATE): string {
    return gitIn(this.repo, 'rev-parse', revision)
  }

  /** A command of ours, in the repository. */
  run(...args: readonly string[]): Promise<Ran> {
    return netclaim(args, { cwd: this.repo })
  }

  /** The same, which must go well; gives what it printed. */
  async out(...args: readonly string[]): Promise<string> {
    const { code, out, err } = await this.run(...args)
    if (code !== 0) throw new Error(`netclaim ${args.join(' ')} ended with ${code}: ${err}${out}`)
    return out
  }

  #write(files: Files): void {
    for (const [path, text] of Object.entries(files)) {
      const full = join(this.repo, path)
      mkdirSync(dirname(full), { recursive: true })
      if (text === undefined) rmSync(full)
      else writeFileSync(full, text)
    }
  }

  #git({ day, by = 'ada' }: When, ...args: readonly string[]): void {
    const date = `2026-${day}T10:00:00Z`
    const who = {
      GIT_AUTHOR_NAME: by,
      GIT_AUTHOR_EMAIL: `${by}@example.com`,
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_DATE: date,
    }
    gitAs(who, this.repo, '', ...args)
  }
}

/** A claim in a file of its own, as people write it. */
export function eip(environment: string, name: string, address?: string): Files {
  const spec = address === undefined ? '{}' : `\n  v4Ip: "${address}"`
  const head = 'apiVersion: network.kmetal.io/v1alpha1\nkind: EipClaim\n'
  return {
    [`environments/${environment}/eip-${name}.yaml`]: `${head}metadata:\n  name: ${name}\n  namespace: ${environment}\nspec: ${spec}\n`,
  }
}

/** The same files, gone. */
export function without(files: Files): Files {
  return Object.fromEntries(Object.keys(files).map((path) => [path, undefined]))
}
