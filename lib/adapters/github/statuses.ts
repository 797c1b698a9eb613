import type { Clock } from '../../ports/clock.ts'
import type { CommitStatus, StatusState } from '../../ports/forge.ts'
import { cutCharacters } from './cut-text.ts'
import { GitHubError } from './github-error.ts'
import { MAX_PAGES } from './limits.ts'
import type { GitHubRepository } from './query.ts'
import { untilSeen } from './until-seen.ts'

/** GitHub's limit, which its description of the API does not name. */
const MAX_DESCRIPTION = 140

interface Statuses extends GitHubRepository {
  readonly clock: Clock
}

/** The latest status of every name on a commit. */
export async function readStatuses(
  github: Statuses,
  commit: string,
): Promise<readonly CommitStatus[]> {
  const { octokit, owner, repo, clock } = github
  const found: CommitStatus[] = []
  for (let page = 1; page <= MAX_PAGES; page++) {
    const where = { owner, repo, ref: commit, per_page: 100, page }
    const { data } = await untilSeen(clock, () => octokit.rest.repos.getCombinedStatusForRef(where))
    for (const { context, state, description, target_url: url } of data.statuses)
      found.push({
        context,
        state: state as StatusState,
        description: description ?? '',
        ...(url === null ? {} : { url }),
      })
    if (data.statuses.length < 100) break
  }
  return found
}

/**
 * Sets a status, unless the latest of its name says the same. GitHub takes a thousand of one name on one commit: beyond
 * them nothing can be said there, which is warned of and no error.
 */
export async function setStatus(
  github: Statuses,
  commit: string,
  status: CommitStatus,
): Promise<void> {
  const { octokit, owner, repo, clock } = github
  const wanted = { ...status, description: cutCharacters(status.description, MAX_DESCRIPTION) }
  const name = wanted.context.toLowerCase()
  const known = await readStatuses(github, commit)
  const latest = known.find(({ context }) => context.toLowerCase() === name)
  if (latest !== undefined && saysTheSame(latest, wanted)) return
  const { context, state, description, url } = wanted
  const target = url === undefined ? {} : { target_url: url }
  const body = { owner, repo, sha: commit, context, state, description, ...target }
  try {
    await untilSeen(clock, () => octokit.rest.repos.createCommitStatus(body))
  } catch (error) {
    if (!isFull(error)) throw error
    octokit.log.warn(
      `no more status "${context}" fits on commit ${commit}: GitHub takes a thousand`,
    )
  }
}

function saysTheSame(one: CommitStatus, other: CommitStatus): boolean {
  return one.state === other.state && one.description === other.description && one.url === other.url
}

function isFull(error: unknown): boolean {
  return (
    error instanceof GitHubError &&
    error.status === 422 &&
    /maximum number of statuses/i.test(error.message)
  )
}
