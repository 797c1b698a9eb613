import * as z from 'zod'
import type { PullRequest, PullRequestState, Waiting } from '../../ports/forge.ts'
import { CHECK_NAME, type Checks, keyOf, toAnswered } from './check-run.ts'
import { GitHubError } from './github-error.ts'
import { MAX_PAGES } from './limits.ts'
import { askRepository, type GitHubRepository, type Query, repositoryQuery } from './query.ts'
import { untilSeen } from './until-seen.ts'

/** A pull request; undefined where there is none of that number. */
export async function readPullRequest(
  { octokit, owner, repo }: GitHubRepository,
  number: number,
): Promise<(PullRequest & { readonly state: PullRequestState }) | undefined> {
  try {
    const { data } = await octokit.rest.pulls.get({ owner, repo, pull_number: number })
    return {
      number,
      head: data.head.sha,
      base: data.base.ref,
      branch: data.head.ref,
      draft: data.draft === true,
      // The repository of a fork may be gone.
      isFork: data.head.repo?.full_name !== data.base.repo.full_name,
      state: data.merged ? 'merged' : data.state,
    }
  } catch (error) {
    if (error instanceof GitHubError && error.status === 404) return undefined
    throw error
  }
}

const CheckRuns = z.object({
  nodes: z.array(
    z.object({
      externalId: z.string().nullable(),
      conclusion: z.string().nullable(),
      startedAt: z.string().nullable(),
    }),
  ),
})
const Commit = z.object({
  oid: z.string(),
  checkSuites: z
    .object({ nodes: z.array(z.object({ checkRuns: CheckRuns.nullable() })) })
    .nullable(),
})
const Page = z.object({
  pullRequests: z.object({
    nodes: z.array(
      z.object({
        number: z.number(),
        headRefOid: z.string(),
        headRefName: z.string(),
        baseRefName: z.string(),
        isDraft: z.boolean(),
        isCrossRepository: z.boolean(),
        commits: z.object({ nodes: z.array(z.object({ commit: Commit })) }),
      }),
    ),
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
  }),
})

/** A hundred open pull requests, each with the latest run of our check on its head. */
export function openPullRequestsQuery(
  base: string,
  { appId, after }: { readonly appId?: number; readonly after?: string },
): Query {
  const filter = `filterBy:{checkName:"${CHECK_NAME}"${appId === undefined ? '' : `,appId:${appId}`}}`
  const runs = `checkRuns(first:1,${filter}){nodes{externalId conclusion startedAt}}`
  const commit = `commits(last:1){nodes{commit{oid checkSuites(last:1,${filter}){nodes{${runs}}}}}}`
  const pull = `number headRefOid headRefName baseRefName isDraft isCrossRepository ${commit}`
  const from = after === undefined ? '' : ',after:$after'
  const order = 'orderBy:{field:CREATED_AT,direction:ASC}'
  return repositoryQuery(
    `pullRequests(states:OPEN,baseRefName:$base,first:100,${order}${from}){nodes{${pull}} pageInfo{hasNextPage endCursor}}`,
    after === undefined ? '$base:String!' : '$base:String!,$after:String!',
    { base, ...(after === undefined ? {} : { after }) },
  )
}

/** All that are open against a branch, by number. */
export async function readOpenPullRequests(
  checks: Checks,
  base: string,
): Promise<readonly Waiting[]> {
  const { appId } = checks
  const found: Waiting[] = []
  let after: string | undefined
  for (let round = 0; round < MAX_PAGES; round++) {
    const page = {
      ...(appId === undefined ? {} : { appId }),
      ...(after === undefined ? {} : { after }),
    }
    const query = openPullRequestsQuery(base, page)
    const { pullRequests } = await askRepository(checks, query, Page)
    for (const node of pullRequests.nodes) found.push(toWaiting(node))
    const { hasNextPage, endCursor } = pullRequests.pageInfo
    if (!hasNextPage || endCursor === null) break
    after = endCursor
  }
  return found.toSorted((a, b) => a.pullRequest.number - b.pullRequest.number)
}

function toWaiting(node: z.infer<typeof Page>['pullRequests']['nodes'][number]): Waiting {
  const { number, headRefOid: head, headRefName: branch, baseRefName: base } = node
  const pullRequest = {
    number,
    head,
    base,
    branch,
    draft: node.isDraft,
    isFork: node.isCrossRepository,
  }
  const commit = node.commits.nodes.find((one) => one.commit.oid === head)?.commit
  const run = commit?.checkSuites?.nodes[0]?.checkRuns?.nodes[0]
  if (run === undefined) return { pullRequest }
  const { externalId, conclusion, startedAt } = run
  const answered = toAnswered({
    conclusion: conclusion?.toLowerCase() ?? null,
    key: keyOf(externalId),
    startedAt,
  })
  return { pullRequest, answered }
}

/** Numbers of the pull requests that brought a commit, or whose head it is. */
export async function readPullRequestsOf(
  { octokit, owner, repo, clock }: Checks,
  commit: string,
): Promise<readonly number[]> {
  const where = { owner, repo, commit_sha: commit, per_page: 100 }
  const { data } = await untilSeen(clock, () =>
    octokit.rest.repos.listPullRequestsAssociatedWithCommit(where),
  )
  return data.map(({ number }) => number).toSorted((a, b) => a - b)
}

/** Heads of the merge queue for a branch. */
export async function readMergeGroups(
  { octokit, owner, repo }: GitHubRepository,
  base: string,
): Promise<readonly string[]> {
  const ref = `heads/gh-readonly-queue/${base}/`
  const { data } = await octokit.rest.git.listMatchingRefs({ owner, repo, ref })
  return data.map(({ object }) => object.sha)
}
