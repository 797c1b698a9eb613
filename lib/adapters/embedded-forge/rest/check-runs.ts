import { Hono } from 'hono'
import { notFound } from '../api-error.ts'
import { requireApp } from '../caller.ts'
import { annotationsOf, CheckRunBody, withBody } from '../check-run-body.ts'
import { type Forge, type ForgeRepository, timestamp } from '../forge.ts'
import { page, permitted, type RouteContext, type RouteEnv, readBody } from '../http.ts'
import { latestRuns } from '../latest-runs.ts'
import { settleQueues } from '../merge-queue.ts'
import type { CheckRunRow } from '../records.ts'
import { rerequest } from '../rerequest.ts'
import { seenCommit } from '../seen-commit.ts'
import { checkRunShape } from '../shapes/check-run-shape.ts'

/** Below `/repos/:owner/:repo`. */
export const checkRunRoutes = new Hono<RouteEnv>()
  .post('/check-runs', async (c) => {
    const appId = requireApp(c.var.caller)
    const { forge, repository } = c.var
    const body = await readBody(c, CheckRunBody.required({ name: true, head_sha: true }))
    const { id: headSha } = await seenCommit(forge, repository, body.head_sha)
    const empty = emptyRun(repository.nextId(), { appId, headSha, name: body.name })
    const run = withBody(empty, body, timestamp(forge))
    await save(forge, repository, run)
    return c.json(checkRunShape(forge, repository, run), 201)
  })
  .get('/check-runs/:id', (c) => {
    const { forge, repository } = permitted(c, 'checks', 'read')
    return c.json(checkRunShape(forge, repository, runOf(c)))
  })
  .patch('/check-runs/:id', async (c) => {
    const appId = requireApp(c.var.caller)
    const { forge, repository } = c.var
    const body = await readBody(c, CheckRunBody)
    // Read after the body: another call may have changed it meanwhile.
    const run = runOf(c)
    if (run.appId !== appId) throw notFound()
    const changed = withBody(run, body, timestamp(forge))
    await save(forge, repository, changed)
    return c.json(checkRunShape(forge, repository, changed))
  })
  .get('/check-runs/:id/annotations', (c) => {
    const { forge, repository } = permitted(c, 'checks', 'read')
    const run = runOf(c)
    const blob = `${forge.url}/${repository.fullName}/blob/${run.headSha}`
    return c.json(page(c, annotationsOf(run, blob)))
  })
  .post('/check-runs/:id/rerequest', (c) => {
    const { forge, caller, repository } = permitted(c, 'checks', 'write')
    rerequest(forge, repository, runOf(c), caller.login)
    return c.json({}, 201)
  })
  .get('/commits/:ref{.+}/check-runs', async (c) => {
    const { forge, repository } = permitted(c, 'checks', 'read')
    const { id } = await seenCommit(forge, repository, c.req.param('ref'))
    const { check_name, app_id, status, filter = 'latest' } = c.req.query()
    const all = [...repository.records.checkRuns.values()]
      .filter((run) => run.headSha === id)
      .filter((run) => check_name === undefined || run.name === check_name)
      .filter((run) => app_id === undefined || run.appId === Number(app_id))
      .filter((run) => status === undefined || run.status === status)
    const found = filter === 'all' ? all.toReversed() : latestRuns(all)
    const check_runs = page(c, found).map((run) => checkRunShape(forge, repository, run))
    return c.json({ total_count: found.length, check_runs })
  })

function runOf(c: RouteContext): CheckRunRow {
  const run = c.var.repository.records.checkRuns.get(Number(c.req.param('id')))
  if (run === undefined) throw notFound()
  return run
}

async function save(forge: Forge, repository: ForgeRepository, run: CheckRunRow): Promise<void> {
  repository.records.checkRuns.set(run.id, run)
  repository.touch()
  await settleQueues(forge, repository)
}

function emptyRun(id: number, of: Pick<CheckRunRow, 'appId' | 'headSha' | 'name'>): CheckRunRow {
  return {
    ...of,
    id,
    status: 'queued',
    conclusion: null,
    startedAt: null,
    completedAt: null,
    externalId: null,
    detailsUrl: null,
    title: null,
    summary: null,
    text: null,
    annotations: [],
    actions: [],
  }
}
