import type { Octokit } from '@octokit/rest'
import * as z from 'zod'
import { GitHubError, toGitHubError } from './github-error.ts'

/** One repository at GitHub, and the way to it. */
export interface GitHubRepository {
  readonly octokit: Octokit
  readonly owner: string
  readonly repo: string
}

/** A GraphQL document with its variables. */
export interface Query {
  readonly text: string
  readonly variables: Readonly<Record<string, unknown>>
}

/** Asks for fields of the repository; `declared` names further variables, `$number:Int!`. */
export function repositoryQuery(
  fields: string,
  declared = '',
  variables: Readonly<Record<string, unknown>> = {},
): Query {
  const text = `query($owner:String!,$repo:String!${declared && `,${declared}`}){repository(owner:$owner,name:$repo){${fields}}}`
  return { text, variables }
}

/** Runs a query of `repositoryQuery`, and gives the repository's fields. */
export async function askRepository<T>(
  github: GitHubRepository,
  query: Query,
  shape: z.ZodType<T>,
): Promise<T> {
  return (await ask(github, query, z.object({ repository: shape }))).repository
}

/** Runs a query about the repository, and gives all of its answer. */
export async function ask<T>(
  { octokit, owner, repo }: GitHubRepository,
  { text, variables }: Query,
  shape: z.ZodType<T>,
): Promise<T> {
  const data = await run(octokit, { text, variables: { owner, repo, ...variables } })
  const found = shape.safeParse(data)
  if (found.success) return found.data
  const at = found.error.issues[0]?.path.join('.') ?? ''
  throw new GitHubError(`GitHub answered a query in another form than asked, at "${at}"`, {
    status: 200,
    retryable: true,
  })
}

/** Runs any document. Throws `OutsideError` for every error in the answer, also beside data. */
export async function run(octokit: Octokit, { text, variables }: Query): Promise<unknown> {
  try {
    return await octokit.graphql(text, variables)
  } catch (error) {
    throw toGitHubError(error)
  }
}
