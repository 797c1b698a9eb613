import { execFileSync } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import * as z from 'zod'
import { remoteEnvironment } from '../../lib/adapters/git/remote-access.ts'
import { commitFiles, gitIn, newRepository } from '../git/sandbox.ts'
import type { Account, RealGitea } from './real-gitea.ts'

/** A folder in which a person works on a repository of a Gitea. */
export interface Clone {
  readonly dir: string
  /** Commits files on a branch, made from `main` where it is new, and pushes it. Gives the commit. */
  push(branch: string, files: Readonly<Record<string, string | undefined>>): string
  /** Pushes branches as they are. */
  send(...branches: readonly string[]): void
  /** Fetches a branch of the remote, and gives its tip. */
  pull(branch: string): string
}

const Opened = z.object({ number: z.number() })

/** An empty working copy of `owner/name`, in which `who` pushes. */
export function cloneOf(gitea: RealGitea, dir: string, repository: string, who: Account): Clone {
  newRepository(dir)
  // Nothing is fetched into a branch that is checked out.
  const leave = () => gitIn(dir, 'symbolic-ref', 'HEAD', 'refs/heads/none')
  leave()
  const url = `${gitea.url}/${repository}.git`
  const env = remoteEnvironment({ url, authorization: `token ${who.token}` })
  const far = (...args: readonly string[]) => {
    execFileSync('git', ['-C', dir, ...args], { env: { ...process.env, ...env }, stdio: 'pipe' })
  }
  return {
    dir,
    push(branch, files) {
      const has = (name: string) => gitIn(dir, 'branch', '--list', name) !== ''
      if (has(branch)) gitIn(dir, 'checkout', '--quiet', '--force', branch)
      else if (has('main')) gitIn(dir, 'checkout', '--quiet', '--force', '-b', branch, 'main')
      else gitIn(dir, 'symbolic-ref', 'HEAD', `refs/heads/${branch}`)
      const id = commitFiles(dir, files, `Change ${Object.keys(files).join(', ')}`)
      leave()
      far('push', '--quiet', url, `${branch}:${branch}`)
      return id
    },
    send(...branches) {
      far('push', '--quiet', url, ...branches)
    },
    pull(branch) {
      far('fetch', '--quiet', url, `+${branch}:${branch}`)
      return gitIn(dir, 'rev-parse', branch)
    },
  }
}

/** What a pull request is to be: `head` is a branch, or `owner:branch` of a fork. */
export interface Ask {
  readonly repository: string
  readonly head: string
  readonly title?: string
}

/** Opens a pull request. Gitea knows a branch some tenths of a second after it was pushed. */
export async function openPull(gitea: RealGitea, as: Account, ask: Ask): Promise<number> {
  const { repository, head, title = `Ask with ${head}` } = ask
  const body = { head, base: 'main', title }
  const path = `/repos/${repository}/pulls`
  return Opened.parse(await patient(gitea, as, { path, body, wanted: 201 })).number
}

/** Merges one as a person does. Gitea has to look first whether it can be merged. */
export async function mergePull(
  gitea: RealGitea,
  as: Account,
  repository: string,
  number: number,
): Promise<void> {
  const path = `/repos/${repository}/pulls/${number}/merge`
  await patient(gitea, as, { path, body: { Do: 'merge' }, wanted: 200 })
}

interface Post {
  readonly path: string
  readonly body: unknown
  readonly wanted: number
}

async function patient(gitea: RealGitea, as: Account, post: Post): Promise<unknown> {
  for (let attempt = 0; ; attempt++) {
    const { status, json } = await gitea.api(as, 'POST', post.path, post.body)
    if (status === post.wanted) return json
    if (attempt === 150) throw new Error(`POST ${post.path}: ${status} ${JSON.stringify(json)}`)
    await setTimeout(100)
  }
}
