import { Hono } from 'hono'
import { ApiError, notFound } from '../api-error.ts'
import { readCommit } from '../commits.ts'
import { type Forge, type ForgeRepository, nodeId, timestamp } from '../forge.ts'
import { page, permitted, type RouteContext, type RouteEnv } from '../http.ts'
import type { WorkflowRunRow } from '../records.ts'
import { pullsOf } from '../shapes/check-run-shape.ts'
import { simpleCommitShape } from '../shapes/commit-shape.ts'
import { apiUrl, minimalRepositoryShape } from '../shapes/repository-shape.ts'
import { userId } from '../shapes/user-shape.ts'

/** What is known of a run before it has an id. */
export type NewWorkflowRun = Pick<
  WorkflowRunRow,
  'name' | 'path' | 'event' | 'headSha' | 'headBranch' | 'status' | 'conclusion'
>

/** Adds a run, as if Actions had made it. */
export function addWorkflowRun(
  forge: Forge,
  repository: ForgeRepository,
  run: NewWorkflowRun,
): WorkflowRunRow {
  const now = timestamp(forge)
  const row = { ...run, id: repository.nextId(), attempt: 1, createdAt: now, updatedAt: now }
  repository.records.workflowRuns.set(row.id, row)
  repository.touch()
  return row
}

/** Runs of GitHub Actions, below `/repos/:owner/:repo`. */
export const workflowRunRoutes = new Hono<RouteEnv>()
  .get('/actions/runs', async (c) => {
    permitted(c, 'actions', 'read')
    return c.json(await listed(c, [...c.var.repository.records.workflowRuns.values()]))
  })
  .get('/actions/workflows/:workflow/runs', async (c) => {
    permitted(c, 'actions', 'read')
    const workflow = c.req.param('workflow')
    const all = [...c.var.repository.records.workflowRuns.values()]
    const own = all.filter(
      ({ path }) => path.endsWith(`/${workflow}`) || `${userId(path)}` === workflow,
    )
    return c.json(await listed(c, own))
  })
  .get('/actions/runs/:id', async (c) => {
    const { forge, repository } = permitted(c, 'actions', 'read')
    return c.json(await runShape(forge, repository, runOf(c)))
  })
  .post('/actions/runs/:id/rerun', (c) => {
    const { forge, repository } = permitted(c, 'actions', 'write')
    const run = runOf(c)
    if (run.status !== 'completed') throw new ApiError(403, 'This workflow is already running')
    repository.records.workflowRuns.set(run.id, {
      ...run,
      status: 'queued',
      conclusion: null,
      attempt: run.attempt + 1,
      updatedAt: timestamp(forge),
    })
    repository.touch()
    return c.json({}, 201)
  })

function runOf(c: RouteContext): WorkflowRunRow {
  const run = c.var.repository.records.workflowRuns.get(Number(c.req.param('id')))
  if (run === undefined) throw notFound()
  return run
}

/** The newest first. */
async function listed(c: RouteContext, runs: readonly WorkflowRunRow[]) {
  const { forge, repository } = c.var
  const { head_sha, event, status, branch } = c.req.query()
  const found = runs
    .filter((run) => head_sha === undefined || run.headSha === head_sha)
    .filter((run) => event === undefined || run.event === event)
    .filter((run) => branch === undefined || run.headBranch === branch)
    .filter((run) => status === undefined || [run.status, run.conclusion].includes(status))
    .toReversed()
  const some = page(c, found).map((run) => runShape(forge, repository, run))
  return { total_count: found.length, workflow_runs: await Promise.all(some) }
}

/** GitHub's `workflow-run`. */
async function runShape(forge: Forge, repository: ForgeRepository, run: WorkflowRunRow) {
  const commit = await readCommit(repository, run.headSha)
  const url = `${apiUrl(forge, repository)}/actions/runs/${run.id}`
  const workflow = userId(run.path)
  return {
    id: run.id,
    name: run.name,
    node_id: nodeId('WorkflowRun', run.id),
    head_branch: run.headBranch,
    head_sha: run.headSha,
    path: run.path,
    display_title: run.name,
    run_number: run.id,
    run_attempt: run.attempt,
    event: run.event,
    status: run.status,
    conclusion: run.conclusion,
    workflow_id: workflow,
    url,
    html_url: `${forge.url}/${repository.fullName}/actions/runs/${run.id}`,
    pull_requests: pullsOf(forge, repository, run.headSha),
    created_at: run.createdAt,
    updated_at: run.updatedAt,
    jobs_url: `${url}/jobs`,
    logs_url: `${url}/logs`,
    check_suite_url: `${apiUrl(forge, repository)}/check-suites/${run.id}`,
    artifacts_url: `${url}/artifacts`,
    cancel_url: `${url}/cancel`,
    rerun_url: `${url}/rerun`,
    workflow_url: `${apiUrl(forge, repository)}/actions/workflows/${workflow}`,
    head_commit: simpleCommitShape(commit),
    repository: minimalRepositoryShape(forge, repository),
    head_repository: minimalRepositoryShape(forge, repository),
  }
}
