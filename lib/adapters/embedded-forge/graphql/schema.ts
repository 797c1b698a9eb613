import { buildSchema, type GraphQLSchema } from 'graphql'

let schema: Promise<GraphQLSchema> | undefined

/** GitHub's own schema, read once a process: a query that it refuses is refused there, too. */
export function githubSchema(): Promise<GraphQLSchema> {
  schema ??= read()
  return schema
}

/** A second of work, so only where somebody asks. */
async function read(): Promise<GraphQLSchema> {
  const github = await import('@octokit/graphql-schema')
  return buildSchema(github.schema.idl, { assumeValid: true, noLocation: true })
}
