import type { ObjectCache } from '../../ports/object-cache.ts'
import { GitHubError } from './github-error.ts'
import { isObjectId } from './object-id.ts'
import { askObjects } from './object-query.ts'
import type { GitHubRepository } from './query.ts'

/** A repository, and where what was found out about two commits is kept: it holds for ever. */
export interface History extends GitHubRepository {
  readonly cache?: ObjectCache
}

/** The latest commit that both reach, and how many more `head` reaches. */
interface Compared {
  readonly base: string
  readonly aheadBy: number
}

/** Undefined where there is no common commit. Throws `OutsideError` where `head` is not seen yet. */
export async function compare(
  github: History,
  base: string,
  head: string,
): Promise<Compared | undefined> {
  const { owner, repo } = github
  const cache = isObjectId(base) && isObjectId(head) ? github.cache : undefined
  const key = `${owner}/${repo} compare ${base}...${head}`
  const known = await cache?.get(key)
  if (known !== undefined) return JSON.parse(new TextDecoder().decode(known)) as Compared
  const found = await askToCompare(github, base, head)
  if (found !== undefined) await cache?.set(key, new TextEncoder().encode(JSON.stringify(found)))
  return found
}

async function askToCompare(
  github: GitHubRepository,
  base: string,
  head: string,
): Promise<Compared | undefined> {
  const { octokit, owner, repo } = github
  try {
    // The list of files is cut at 300: it is never looked at.
    const { data } = await octokit.rest.repos.compareCommitsWithBasehead({
      owner,
      repo,
      basehead: `${base}...${head}`,
      per_page: 1,
    })
    return { base: data.merge_base_commit.sha, aheadBy: data.ahead_by }
  } catch (error) {
    if (!(error instanceof GitHubError) || error.status !== 404) throw error
    // GitHub says the same of an unknown commit and of two that have nothing in common.
    const [found] = await askObjects(github, [{ type: 'commit', id: head }])
    if (found === undefined) throw noCommit(head)
    return undefined
  }
}

/** A commit may take seconds until it is seen everywhere. */
export function noCommit(id: string): GitHubError {
  return new GitHubError(`GitHub has no commit ${id} in this repository yet`, {
    status: 404,
    retryable: true,
  })
}
