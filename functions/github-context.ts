import { githubClient } from '../lib/adapters/github/client.ts'
import { githubForge } from '../lib/adapters/github/forge.ts'
import { githubRepository } from '../lib/adapters/github/repository.ts'
import type { ObjectCache } from '../lib/ports/object-cache.ts'
import type { Context } from './context.ts'

/** A claims repository at GitHub, beside what the host gives. */
export interface GitHubContextOptions extends Omit<Context, 'repository' | 'forge'> {
  readonly appId: number
  /** PEM. */
  readonly privateKey: string
  /** Of GitHub Enterprise Server; absent: github.com. */
  readonly baseUrl?: string
  /** Between two writes; the client has a default that suits GitHub. */
  readonly writeGapMs?: number
  /** What was read of any repository stays there. */
  readonly cache: ObjectCache
}

/**
 * Contexts of repositories at GitHub, as an app that is installed there. Each is for one job, since it remembers what it
 * saw; the client behind it is kept, with its token and the gap between its writes.
 */
export function githubContexts(
  options: Omit<GitHubContextOptions, 'name'>,
): (name: string) => Context {
  const { appId, privateKey, baseUrl, writeGapMs, cache, ...rest } = options
  const { clock } = rest
  const clients = new Map<string, ReturnType<typeof githubClient>>()
  return (name) => {
    const [owner = '', repo = ''] = name.split('/')
    const octokit =
      clients.get(name) ??
      githubClient({
        auth: { appId, privateKey, owner, repo },
        clock,
        ...(baseUrl === undefined ? {} : { baseUrl }),
        ...(writeGapMs === undefined ? {} : { writeGapMs }),
      })
    clients.set(name, octokit)
    const place = { octokit, owner, repo }
    const repository = githubRepository({ ...place, cache })
    return { ...rest, name, repository, forge: githubForge({ ...place, appId, clock }) }
  }
}

/** The context of one repository for one job, with a client of its own. */
export function githubContext({ name, ...options }: GitHubContextOptions): Context {
  return githubContexts(options)(name)
}
