import * as z from 'zod'
import type { Clock } from '../../ports/clock.ts'
import type { CommitStatus, StatusState } from '../../ports/forge.ts'
import { batcher } from './batcher.ts'
import { cutCharacters } from './cut-text.ts'
import { GitHubError } from './github-error.ts'
import { MAX_PAGES, MAX_QUERY_BYTES } from './limits.ts'
import { isObjectId } from './object-id.ts'
import { askRepository, type GitHubRepository, type Query, repositoryQuery } from './query.ts'
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
    for (const row of data.statuses) found.push(toStatus({ ...row, targetUrl: row.target_url }))
    if (data.statuses.length < 100) break
  }
  return found
}

/** What one query is asked for at most: each commit may have many. */
const MAX_COMMITS = 50

const Contexts = z.object({
  status: z
    .object({
      contexts: z.array(
        z.object({
          context: z.string(),
          state: z.string(),
          description: z.string().nullable(),
          targetUrl: z.string().nullable(),
        }),
      ),
    })
    .nullish(),
})

/** Statuses of many commits in one query, named c0, c1, …; ids are hexadecimal. */
export function statusesQuery(commits: readonly string[]): Query {
  const contexts = 'status{contexts{context state description targetUrl}}'
  const fields = commits.map((id, nth) => `c${nth}:object(oid:"${id}"){...on Commit{${contexts}}}`)
  return repositoryQuery(fields.join(' '))
}

/** Reads statuses: of one commit alone by REST, which is free while nothing changes, those asked for at once by one query. */
export function statusReader(
  github: Statuses,
): (commit: string) => Promise<readonly CommitStatus[]> {
  return batcher({
    size: MAX_COMMITS,
    maxBytes: MAX_QUERY_BYTES,
    bytesOf: () => 0,
    atOnce: 1,
    async load(commits: readonly string[]) {
      if (commits.length === 1 || !commits.every(isObjectId))
        return Promise.all(commits.map((commit) => readStatuses(github, commit)))
      const shape = z.record(z.string(), Contexts.nullable())
      const found = await askRepository(github, statusesQuery(commits), shape)
      return Promise.all(
        commits.map(async (commit, nth) => {
          const told = found[`c${nth}`]
          // It may be seen by REST, which waits for it.
          return told ? (told.status?.contexts ?? []).map(toStatus) : readStatuses(github, commit)
        }),
      )
    },
  })
}

function toStatus(row: {
  readonly context: string
  readonly state: string
  readonly description: string | null
  readonly targetUrl: string | null
}): CommitStatus {
  const { context, state, description, targetUrl: url } = row
  return {
    context,
    state: state.toLowerCase() as StatusState,
    description: description ?? '',
    ...(url === null ? {} : { url }),
  }
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
