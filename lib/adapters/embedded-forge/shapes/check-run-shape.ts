import { type Forge, type ForgeRepository, nodeId } from '../forge.ts'
import type { CheckRunRow } from '../records.ts'
import { appShape } from './app-shape.ts'
import { apiUrl } from './repository-shape.ts'

/** The suite of an app on a commit: one, however often it is asked for. */
export function suiteId(run: Pick<CheckRunRow, 'appId' | 'headSha'>): number {
  return Number.parseInt(run.headSha.slice(0, 10), 16) + run.appId
}

/** GitHub's `check-run`. */
export function checkRunShape(forge: Forge, repository: ForgeRepository, run: CheckRunRow) {
  const url = `${apiUrl(forge, repository)}/check-runs/${run.id}`
  const html = `${forge.url}/${repository.fullName}/runs/${run.id}`
  return {
    id: run.id,
    name: run.name,
    node_id: nodeId('CheckRun', run.id),
    head_sha: run.headSha,
    external_id: run.externalId ?? '',
    url,
    html_url: html,
    details_url: run.detailsUrl ?? html,
    status: run.status,
    conclusion: run.conclusion,
    started_at: run.startedAt,
    completed_at: run.completedAt,
    output: {
      title: run.title,
      summary: run.summary,
      text: run.text,
      annotations_count: run.annotations.length,
      annotations_url: `${url}/annotations`,
    },
    check_suite: { id: suiteId(run) },
    app: appShape(forge, run.appId),
    pull_requests: pullsOf(forge, repository, run.headSha),
  }
}

/** Open pull requests with that head; never those of a fork, as on GitHub. */
export function pullsOf(forge: Forge, repository: ForgeRepository, sha: string) {
  const url = apiUrl(forge, repository)
  const repo = { id: repository.records.id, url, name: repository.records.name }
  return [...repository.records.pulls.values()]
    .filter((pull) => pull.state === 'open' && pull.headSha === sha)
    .filter((pull) => pull.headRepository === repository.fullName)
    .map((pull) => ({
      id: pull.id,
      number: pull.number,
      url: `${url}/pulls/${pull.number}`,
      head: { ref: pull.headRef, sha: pull.headSha, repo },
      base: { ref: pull.baseRef, sha: pull.baseSha, repo },
    }))
}
