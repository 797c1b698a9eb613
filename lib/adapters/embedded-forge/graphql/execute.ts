import {
  type DocumentNode,
  execute,
  type GraphQLError,
  type GraphQLFieldResolver,
  parse,
  validate,
} from 'graphql'
import { ApiError } from '../api-error.ts'
import { type Caller, requirePermission } from '../caller.ts'
import { type Forge, repositoryOf, visibleRepository } from '../forge.ts'
import { mutations } from './mutations.ts'
import { GraphqlRefusal } from './refusal.ts'
import { repositoryNode } from './repository.ts'
import { githubSchema } from './schema.ts'

export interface GraphqlRequest {
  readonly query: string
  readonly variables?: Readonly<Record<string, unknown>> | undefined
  readonly operationName?: string | undefined
}

/** Answers a query, always by 200: what is wrong with it is in the answer. */
export async function executeGraphql(
  forge: Forge,
  caller: Caller,
  { query, variables, operationName }: GraphqlRequest,
): Promise<object> {
  let document: DocumentNode
  try {
    document = parse(query)
  } catch (error) {
    return { errors: [asError(error as GraphQLError)] }
  }
  const schema = await githubSchema()
  const errors = validate(schema, document)
  if (errors.length > 0) return { errors: errors.map(asError) }
  const rootValue = { ...queries(forge, caller), ...mutations(forge, caller) }
  const result = await execute({
    schema,
    document,
    rootValue,
    fieldResolver: fieldOf,
    ...(variables === undefined ? {} : { variableValues: variables }),
    ...(operationName === undefined ? {} : { operationName }),
  })
  const { data, errors: found } = result
  return found === undefined ? { data } : { data, errors: found.map(asError) }
}

/** Names of the root fields of a query, for the count of calls. */
export function rootFields(query: string): string {
  try {
    const names = parse(query).definitions.flatMap((definition) =>
      definition.kind === 'OperationDefinition'
        ? definition.selectionSet.selections.map((one) =>
            one.kind === 'Field' ? one.name.value : '…',
          )
        : [],
    )
    return [...new Set(names)].join(' ')
  } catch {
    return '?'
  }
}

function queries(forge: Forge, caller: Caller) {
  return {
    repository: ({ owner, name }: { readonly owner: string; readonly name: string }) => {
      const fullName = `${owner}/${name}`
      if (!forge.repositories.has(fullName.toLowerCase()))
        throw new GraphqlRefusal(
          'NOT_FOUND',
          `Could not resolve to a Repository with the name '${fullName}'.`,
        )
      requirePermission(caller, 'contents', 'read')
      const repository = visibleRepository(forge, caller, repositoryOf(forge, fullName).fullName)
      return repositoryNode({ forge, repository })
    },
    viewer: { __typename: 'User', login: caller.login },
    rateLimit: {
      limit: 5000,
      cost: 1,
      remaining: 4999,
      used: 1,
      nodeCount: 0,
      resetAt: new Date(forge.now() + 3_600_000).toISOString(),
    },
  }
}

/** A field that this forge does not have is told, not taken for null. */
const fieldOf: GraphQLFieldResolver<unknown, unknown> = (source, args, _, info) => {
  const value = (source as Record<string, unknown>)[info.fieldName]
  if (value === undefined)
    throw new Error(`the embedded forge has no ${info.parentType.name}.${info.fieldName}`)
  return typeof value === 'function'
    ? (value as (given: unknown) => unknown)(withoutNulls(args))
    : value
}

/** A null is an argument that was left out, to GitHub as to us. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  const given = Object.entries(value).filter(([, inner]) => inner !== null)
  return Object.fromEntries(given.map(([name, inner]) => [name, withoutNulls(inner)]))
}

function asError(error: GraphQLError): object {
  const { originalError } = error
  const type =
    originalError instanceof GraphqlRefusal
      ? originalError.type
      : originalError instanceof ApiError
        ? typeOf(originalError)
        : undefined
  return { ...(type === undefined ? {} : { type }), ...error.toJSON() }
}

function typeOf(error: ApiError): string {
  return {
    401: 'FORBIDDEN',
    403: 'FORBIDDEN',
    404: 'NOT_FOUND',
    405: 'UNPROCESSABLE',
    409: 'STALE_DATA',
    422: 'UNPROCESSABLE',
  }[error.status]
}
