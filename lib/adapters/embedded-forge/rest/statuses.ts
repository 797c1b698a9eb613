import { Hono } from 'hono'
import * as z from 'zod'
import { invalidField } from '../api-error.ts'
import { timestamp } from '../forge.ts'
import { page, permitted, type RouteEnv, readBody } from '../http.ts'
import { latestStatuses, nameOf } from '../latest-statuses.ts'
import { settleQueues } from '../merge-queue.ts'
import type { StatusRow } from '../records.ts'
import { seenCommit } from '../seen-commit.ts'
import { apiUrl, minimalRepositoryShape } from '../shapes/repository-shape.ts'
import { simpleStatusShape, statusShape } from '../shapes/status-shape.ts'

/** Statuses of one name on one commit. */
const MAX_STATUSES = 1000
/** Characters of a description. */
const MAX_DESCRIPTION = 140

const NewStatus = z.object({
  state: z.enum(['error', 'failure', 'pending', 'success']),
  target_url: z.string().nullable().default(null),
  description: z.string().nullable().default(null),
  context: z.string().default('default'),
})

/** Below `/repos/:owner/:repo`. */
export const statusRoutes = new Hono<RouteEnv>()
  .post('/statuses/:sha', async (c) => {
    const { forge, caller, repository } = permitted(c, 'statuses', 'write')
    const { id: sha } = await seenCommit(forge, repository, c.req.param('sha'))
    const { state, target_url, description, context } = await readBody(c, NewStatus)
    if (Array.from(description ?? '').length > MAX_DESCRIPTION)
      throw invalidField(
        'Status',
        'description',
        `description is too long (maximum is ${MAX_DESCRIPTION} characters)`,
      )
    const { statuses } = repository.records
    const same = (one: StatusRow) => one.sha === sha && nameOf(one) === context.toLowerCase()
    if (statuses.filter(same).length >= MAX_STATUSES)
      throw invalidField(
        'Status',
        'base',
        'This SHA and context has reached the maximum number of statuses.',
      )
    const status: StatusRow = {
      id: repository.nextId(),
      sha,
      state,
      context,
      description,
      targetUrl: target_url,
      creator: caller.login,
      createdAt: timestamp(forge),
    }
    statuses.push(status)
    repository.touch()
    await settleQueues(forge, repository)
    return c.json(statusShape(forge, repository, status), 201)
  })
  .get('/commits/:ref{.+}/statuses', async (c) => {
    const { forge, repository } = permitted(c, 'statuses', 'read')
    const { id } = await seenCommit(forge, repository, c.req.param('ref'))
    const found = repository.records.statuses.filter(({ sha }) => sha === id).toReversed()
    return c.json(page(c, found).map((status) => statusShape(forge, repository, status)))
  })
  .get('/commits/:ref{.+}/status', async (c) => {
    const { forge, repository } = permitted(c, 'statuses', 'read')
    const { id } = await seenCommit(forge, repository, c.req.param('ref'))
    const latest = latestStatuses(repository.records.statuses, id)
    const url = apiUrl(forge, repository)
    return c.json({
      state: combined(latest),
      statuses: page(c, latest).map((status) => simpleStatusShape(forge, repository, status)),
      sha: id,
      total_count: latest.length,
      repository: minimalRepositoryShape(forge, repository),
      commit_url: `${url}/commits/${id}`,
      url: `${url}/commits/${id}/status`,
    })
  })

function combined(statuses: readonly StatusRow[]): string {
  if (statuses.some(({ state }) => state === 'error' || state === 'failure')) return 'failure'
  const isDone = statuses.length > 0 && statuses.every(({ state }) => state === 'success')
  return isDone ? 'success' : 'pending'
}
