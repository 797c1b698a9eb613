import { nodeId } from '../forge.ts'
import { latestRuns } from '../latest-runs.ts'
import { latestStatuses } from '../latest-statuses.ts'
import type { CheckRunRow, StatusRow } from '../records.ts'
import { slugOf } from '../shapes/app-shape.ts'
import { suiteId } from '../shapes/check-run-shape.ts'
import { connection, type PageArguments } from './connection.ts'
import type { Where } from './git-objects.ts'

interface SuiteFilter {
  readonly filterBy?: { readonly appId?: number; readonly checkName?: string }
}
interface RunFilter {
  readonly filterBy?: {
    readonly appId?: number
    readonly checkName?: string
    readonly checkType?: 'ALL' | 'LATEST'
    readonly status?: string
  }
}

/** Fields of a commit that are about its checks. */
export function checksOf(where: Where, sha: string) {
  const { records } = where.repository
  const runs = () => [...records.checkRuns.values()].filter(({ headSha }) => headSha === sha)
  return {
    checkSuites: ({ filterBy, ...page }: SuiteFilter & PageArguments) => {
      const wanted = runs()
        .filter(({ appId }) => filterBy?.appId === undefined || appId === filterBy.appId)
        .filter(({ name }) => filterBy?.checkName === undefined || name === filterBy.checkName)
      const apps = [...new Set(wanted.map(({ appId }) => appId))]
      const suites = apps.map((appId) => runs().filter((run) => run.appId === appId))
      return connection(
        suites.map((suite) => suiteNode(where, suite)),
        page,
      )
    },
    status: () => {
      const statuses = latestStatuses(records.statuses, sha)
      if (statuses.length === 0) return null
      return { contexts: statuses.map(statusNode), context: contextIn(statuses) }
    },
    statusCheckRollup: () => {
      const contexts = [
        ...latestRuns(runs()).map((run) => runNode(where, run)),
        ...latestStatuses(records.statuses, sha).map(statusNode),
      ]
      if (contexts.length === 0) return null
      return { contexts: (page: PageArguments) => connection(contexts, page) }
    },
  }
}

function contextIn(statuses: readonly StatusRow[]) {
  return ({ name }: { readonly name: string }) => {
    const found = statuses.find(({ context }) => context.toLowerCase() === name.toLowerCase())
    return found === undefined ? null : statusNode(found)
  }
}

function suiteNode(where: Where, runs: readonly CheckRunRow[]) {
  const [first] = runs
  const isDone = runs.every(({ status }) => status === 'completed')
  return {
    __typename: 'CheckSuite',
    databaseId: first === undefined ? null : suiteId(first),
    status: isDone ? 'COMPLETED' : 'IN_PROGRESS',
    conclusion: isDone ? (upper(runs.at(-1)?.conclusion ?? null) ?? null) : null,
    app: first === undefined ? null : appNode(where, first.appId),
    checkRuns: ({ filterBy, ...page }: RunFilter & PageArguments) => {
      const wanted = filterBy?.checkType === 'ALL' ? runs.toReversed() : latestRuns(runs)
      const found = wanted
        .filter(({ name }) => filterBy?.checkName === undefined || name === filterBy.checkName)
        .filter(({ appId }) => filterBy?.appId === undefined || appId === filterBy.appId)
        .filter(({ status }) => filterBy?.status === undefined || upper(status) === filterBy.status)
      return connection(
        found.map((run) => runNode(where, run)),
        page,
      )
    },
  }
}

function appNode({ forge }: Where, id: number) {
  const slug = slugOf(forge, id)
  return { databaseId: id, slug, name: slug, id: nodeId('App', id) }
}

function runNode(where: Where, run: CheckRunRow) {
  const { forge, repository } = where
  const url = `${forge.url}/${repository.fullName}/runs/${run.id}`
  return {
    __typename: 'CheckRun',
    id: nodeId('CheckRun', run.id),
    databaseId: run.id,
    name: run.name,
    status: upper(run.status),
    conclusion: upper(run.conclusion),
    startedAt: run.startedAt,
    completedAt: run.completedAt,
    externalId: run.externalId,
    title: run.title,
    summary: run.summary,
    text: run.text,
    url,
    permalink: url,
    detailsUrl: run.detailsUrl ?? url,
    checkSuite: () => suiteNode(where, [run]),
  }
}

function statusNode(status: StatusRow) {
  return {
    __typename: 'StatusContext',
    id: nodeId('StatusContext', status.id),
    context: status.context,
    state: upper(status.state),
    description: status.description,
    targetUrl: status.targetUrl,
    createdAt: status.createdAt,
    creator: actorNode(status.creator),
  }
}

/** The author of something. An app's name has no ending here, unlike everywhere else. */
function actorNode(login: string) {
  const isApp = login.endsWith('[bot]')
  return { __typename: isApp ? 'Bot' : 'User', login: isApp ? login.slice(0, -5) : login }
}

function upper(text: string | null): string | null {
  return text === null ? null : text.toUpperCase()
}
