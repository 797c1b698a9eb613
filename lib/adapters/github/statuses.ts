import * as z from 'zod'
import type { Clock } from '../../ports/clock.ts'
import type { CommitStatus, StatusState } from '../../ports/forge.ts'
import { batcher } from './batcher.ts'
import { cutCharacters } from './cut-text.ts'
import { GitHubError } from './github-error.ts'
import { MAX_QUERY_BYTES } from './limits.ts'
import { ask, type GitHubRepository, type Query } from './query.ts'
import { unseen, untilSeen } from './until-seen.ts'

/** GitHub's limit, which its description of the API does not name. */
const MAX_DESCRIPTION = 140

interface Statuses extends GitHubRepository {
  readonly clock: Clock
}

/** What one query is asked for at most: each commit may have many. */
const MAX_COMMITS = 50

const Author = z.object({ __typename: z.string(), login: z.string() })
const Context = z.object({
  context: z.string(),
  state: z.string(),
  description: z.string().nullable(),
  targetUrl: z.string().nullable(),
  creator: Author.nullable(),
})
const Contexts = z.object({ status: z.object({ contexts: z.array(Context) }).nullish() })
const Found = z.object({
  viewer: z.object({ login: z.string() }),
  repository: z.record(z.string(), Contexts.nullable()),
})

/** Statuses of many commits in one query, named c0, c1, …, and who asks. */
export function statusesQuery(commits: readonly string[]): Query {
  const contexts = 'status{contexts{context state description targetUrl creator{__typename login}}}'
  const fields = commits.map((_, nth) => `c${nth}:object(oid:$c${nth}){...on Commit{${contexts}}}`)
  const declared = [
    '$owner:String!,$repo:String!',
    ...commits.map((_, nth) => `$c${nth}:GitObjectID!`),
  ]
  return {
    text: `query(${declared.join()}){viewer{login} repository(owner:$owner,name:$repo){${fields.join(' ')}}}`,
    variables: Object.fromEntries(commits.map((id, nth) => [`c${nth}`, id])),
  }
}

/** The latest status of every name on each commit, where it is ours: anyone with a right to statuses may use our names. */
async function readStatuses(
  github: Statuses,
  commits: readonly string[],
): Promise<readonly (readonly CommitStatus[])[]> {
  return untilSeen(github.clock, async () => {
    const { viewer, repository } = await ask(github, statusesQuery(commits), Found)
    return commits.map((commit, nth) => {
      const found = repository[`c${nth}`]
      if (!found) throw unseen(commit)
      const latest = found.status?.contexts ?? []
      return latest.filter(({ creator }) => nameOf(creator) === viewer.login).map(toStatus)
    })
  })
}

/** As `viewer` names it: an app's login has its ending there, and not as the author of something. */
function nameOf(author: z.infer<typeof Author> | null): string | undefined {
  return author?.__typename === 'Bot'
    ? `${author.login.replace(/\[bot\]$/, '')}[bot]`
    : author?.login
}

/** Reads statuses; those that are asked for at once, by one query. */
export function statusReader(
  github: Statuses,
): (commit: string) => Promise<readonly CommitStatus[]> {
  return batcher({
    size: MAX_COMMITS,
    maxBytes: MAX_QUERY_BYTES,
    bytesOf: () => 0,
    atOnce: 1,
    load: (commits: readonly string[]) => readStatuses(github, commits),
  })
}

function toStatus(row: z.infer<typeof Context>): CommitStatus {
  const { context, state, description, targetUrl: url } = row
  return {
    context,
    state: state.toLowerCase() as StatusState,
    description: description ?? '',
    ...(url === null ? {} : { url }),
  }
}

/**
 * Sets a status, unless the latest of its name is ours and says the same. GitHub takes a thousand of one name on one commit: beyond
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
  const [known = []] = await readStatuses(github, [commit])
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
