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

/** The context of a repository at GitHub, as an app that is installed there. */
export function githubContext(options: GitHubContextOptions): Context {
  const { appId, privateKey, baseUrl, writeGapMs, cache, ...rest } = options
  const { clock } = rest
  const [owner = '', repo = ''] = rest.name.split('/')
  const octokit = githubClient({
    auth: { appId, privateKey, owner, repo },
    clock,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(writeGapMs === undefined ? {} : { writeGapMs }),
  })
  const place = { octokit, owner, repo }
  const repository = githubRepository({ ...place, cache })
  return { ...rest, repository, forge: githubForge({ ...place, appId, clock }) }
}
