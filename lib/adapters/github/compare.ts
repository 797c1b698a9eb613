import type { ObjectCache } from '../../ports/object-cache.ts'
import { GitHubError } from './github-error.ts'
import { isObjectId } from './object-id.ts'
import { askObjects } from './object-query.ts'
import type { GitHubRepository } from './query.ts'

/** A repository, and where what was found out about two commits is kept: it holds for ever. */
export interface History extends GitHubRepository {
  readonly cache?: ObjectCache
}

/** How a commit lies to another one. */
export interface Relation {
  /** The latest commit that both reach. */
  readonly base: string
  /** All that `head` alone reaches, where they are known. */
  readonly own?: readonly string[]
}

interface Compared extends Relation {
  /** How many `head` alone reaches. */
  readonly aheadBy: number
}

/** Commits that are listed: a branch of a pull request has few, and each is some kilobytes. */
const MAX_LISTED = 50

/** Undefined where there is no common commit. Throws `OutsideError` where `head` is not seen yet. */
export async function compare(
  github: History,
  base: string,
  head: string,
): Promise<Compared | undefined> {
  const known = await keptComparison(github, base, head)
  if (known !== undefined) return known
  const found = await askToCompare(github, base, head)
  if (found !== undefined) await keepComparison(github, { ...found, with: base, head })
  return found
}

/** What was found out before. */
export async function keptComparison(
  github: History,
  base: string,
  head: string,
): Promise<Compared | undefined> {
  const known = await github.cache?.get(keyOf(github, base, head))
  return known && (JSON.parse(new TextDecoder().decode(known)) as Compared)
}

/** Keeps how `head` lies to the commit that it was compared `with`; a name may be another commit's tomorrow. */
export async function keepComparison(
  github: History,
  { with: base, head, ...found }: Compared & { readonly with: string; readonly head: string },
): Promise<void> {
  if (!isObjectId(base) || !isObjectId(head)) return
  await github.cache?.set(
    keyOf(github, base, head),
    new TextEncoder().encode(JSON.stringify(found)),
  )
}

function keyOf({ owner, repo }: History, base: string, head: string): string {
  return `${owner}/${repo} compare ${base}...${head}`
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
      per_page: MAX_LISTED,
    })
    const own = data.commits.map(({ sha }) => sha)
    return {
      base: data.merge_base_commit.sha,
      aheadBy: data.ahead_by,
      ...(own.length === data.ahead_by ? { own } : {}),
    }
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
