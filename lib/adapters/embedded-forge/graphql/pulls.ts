import { findCommit } from '../commits.ts'
import { nodeId } from '../forge.ts'
import { commitsBetween } from '../measure-pull.ts'
import type { PullRow } from '../records.ts'
import { connection, type PageArguments } from './connection.ts'
import { commitNode, objectNamed, type Where } from './git-objects.ts'

interface PullFilter {
  readonly states?: readonly string[]
  readonly baseRefName?: string
  readonly headRefName?: string
  readonly orderBy?: { readonly field: string; readonly direction: 'ASC' | 'DESC' }
}

export function pullConnection(where: Where, filter: PullFilter & PageArguments) {
  const { states, baseRefName, headRefName, orderBy, ...page } = filter
  const found = [...where.repository.records.pulls.values()]
    .filter((pull) => states === undefined || states.includes(stateOf(pull)))
    .filter((pull) => baseRefName === undefined || pull.baseRef === baseRefName)
    .filter((pull) => headRefName === undefined || pull.headRef === headRefName)
  const ordered = orderBy?.direction === 'DESC' ? found.toReversed() : found
  return connection(
    ordered.map((pull) => pullNode(where, pull)),
    page,
  )
}

export function pullNode(where: Where, pull: PullRow) {
  const { forge, repository } = where
  const url = `${forge.url}/${repository.fullName}/pull/${pull.number}`
  return {
    __typename: 'PullRequest',
    id: nodeId('PullRequest', `${repository.fullName}:${pull.number}`),
    databaseId: pull.id,
    fullDatabaseId: String(pull.id),
    number: pull.number,
    title: pull.title,
    body: pull.body ?? '',
    url,
    permalink: url,
    state: stateOf(pull),
    closed: pull.state === 'closed',
    merged: pull.mergedAt !== null,
    mergedAt: pull.mergedAt,
    closedAt: pull.closedAt,
    createdAt: pull.createdAt,
    updatedAt: pull.updatedAt,
    isDraft: pull.draft,
    isInMergeQueue: pull.queued !== undefined,
    isCrossRepository: pull.headRepository !== repository.fullName,
    headRefName: pull.headRef,
    headRefOid: pull.headSha,
    baseRefName: pull.baseRef,
    baseRefOid: pull.baseSha,
    author: { __typename: 'User', login: pull.user, url: `${forge.url}/${pull.user}` },
    headRepository: { nameWithOwner: pull.headRepository },
    mergeCommit: () => (pull.mergeCommit === null ? null : objectNamed(where, pull.mergeCommit)),
    mergeQueueEntry: () => (pull.queued === undefined ? null : entryNode(where, pull)),
    commits: (page: PageArguments) => pullCommits(where, pull, page),
  }
}

async function pullCommits(where: Where, pull: PullRow, page: PageArguments) {
  const { repository } = where
  const ids = await commitsBetween(repository, pull.baseSha, pull.headSha)
  const { nodes, edges: _, ...rest } = connection(ids.length === 0 ? [pull.headSha] : ids, page)
  const commits = await Promise.all(nodes.map((id) => findCommit(repository, id)))
  const found = commits.filter((commit) => commit !== undefined)
  return { ...rest, nodes: found.map((commit) => ({ commit: commitNode(where, commit) })) }
}

/** An entry of a merge queue. */
export function entryNode(where: Where, pull: PullRow) {
  const { queued } = pull
  return {
    position: queued?.position,
    state: 'AWAITING_CHECKS',
    headCommit: () => (queued === undefined ? null : objectNamed(where, queued.head)),
    baseCommit: () => (queued === undefined ? null : objectNamed(where, queued.base)),
    pullRequest: () => pullNode(where, pull),
  }
}

function stateOf(pull: PullRow): string {
  return pull.mergedAt === null ? pull.state.toUpperCase() : 'MERGED'
}
