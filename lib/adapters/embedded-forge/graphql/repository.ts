import { readRef } from '../commits.ts'
import { nodeId } from '../forge.ts'
import { isRefName } from '../git/update-refs.ts'
import { waiting } from '../merge-queue.ts'
import { readTips } from '../scan.ts'
import { connection, type PageArguments } from './connection.ts'
import { gitObject, objectNamed, type Where } from './git-objects.ts'
import { entryNode, pullConnection, pullNode } from './pulls.ts'
import { GraphqlRefusal } from './refusal.ts'

/** GraphQL's `Repository`. */
export function repositoryNode(where: Where) {
  const { forge, repository } = where
  const { records } = repository
  const queue = (branch: string) => {
    const pulls = waiting(repository, branch)
    return {
      entries: (page: PageArguments) =>
        connection(
          pulls.map((pull) => entryNode(where, pull)),
          page,
        ),
    }
  }
  return {
    __typename: 'Repository',
    id: nodeId('Repository', records.id),
    databaseId: records.id,
    name: records.name,
    nameWithOwner: repository.fullName,
    owner: { __typename: 'User', login: records.owner },
    url: `${forge.url}/${repository.fullName}`,
    isFork: records.parent !== undefined,
    isPrivate: true,
    defaultBranchRef: () => refNode(where, `refs/heads/${records.defaultBranch}`),
    ref: ({ qualifiedName }: { readonly qualifiedName: string }) => {
      const isWhole = qualifiedName.startsWith('refs/')
      return refNode(where, isWhole ? qualifiedName : `refs/heads/${qualifiedName}`)
    },
    refs: (given: RefsArguments) => refConnection(where, given),
    object: (given: { oid?: string; expression?: string }) => gitObject(where, given),
    pullRequests: (given: Parameters<typeof pullConnection>[1]) => pullConnection(where, given),
    pullRequest: ({ number }: { readonly number: number }) => {
      const pull = records.pulls.get(number)
      if (pull !== undefined) return pullNode(where, pull)
      const name = `PullRequest with the number of ${number}.`
      throw new GraphqlRefusal('NOT_FOUND', `Could not resolve to a ${name}`)
    },
    mergeQueue: ({ branch }: { readonly branch?: string }) =>
      queue(branch ?? records.defaultBranch),
  }
}

interface RefsArguments extends PageArguments {
  readonly refPrefix: string
  readonly query?: string
}

async function refConnection(where: Where, { refPrefix, query, ...page }: RefsArguments) {
  const { repository } = where
  const names = new Set([...repository.lagging.keys(), ...(await readTips(repository)).keys()])
  const wanted = [...names]
    .filter((ref) => ref.startsWith(refPrefix))
    .filter((ref) => query === undefined || ref.slice(refPrefix.length).includes(query))
  const nodes = await Promise.all(wanted.toSorted().map((ref) => refNode(where, ref, refPrefix)))
  return connection(
    nodes.filter((node) => node !== null),
    page,
  )
}

/** A ref as it is now; null where there is none. */
export async function refNode(where: Where, ref: string, prefix?: string) {
  const tip = isRefName(ref) ? await readRef(where.repository, ref) : undefined
  if (tip === undefined) return null
  const usual = /^refs\/[^/]+\//.exec(ref)?.[0] ?? 'refs/'
  const shown = prefix?.endsWith('/') ? prefix : usual
  return {
    __typename: 'Ref',
    id: nodeId('Ref', `${where.repository.fullName}:${ref}`),
    name: ref.slice(shown.length),
    prefix: shown,
    target: () => objectNamed(where, tip),
  }
}
