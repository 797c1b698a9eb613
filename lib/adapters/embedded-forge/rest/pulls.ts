import { Hono } from 'hono'
import * as z from 'zod'
import { notFound } from '../api-error.ts'
import { changePull } from '../change-pull.ts'
import { diffFiles } from '../git/diff-files.ts'
import { page, permitted, type RouteContext, type RouteEnv, readBody } from '../http.ts'
import { measurePull, mergeBase } from '../measure-pull.ts'
import { mergePull } from '../merge-pull.ts'
import { openPull } from '../open-pull.ts'
import type { PullRow } from '../records.ts'
import { fileShape } from '../shapes/file-shape.ts'
import { pullShape, simplePullShape } from '../shapes/pull-shape.ts'

/** Files of a pull request, however many differ. */
const MAX_FILES = 3000

const NewPull = z.object({
  title: z.string(),
  /** `branch`, or `owner:branch` of a fork. */
  head: z.string(),
  base: z.string(),
  body: z.string().nullable().default(null),
  draft: z.boolean().default(false),
})
const PullChange = z.object({
  title: z.string().optional(),
  body: z.string().nullable().optional(),
  state: z.enum(['open', 'closed']).optional(),
  base: z.string().optional(),
})
const Merge = z.object({
  sha: z.string().optional(),
  merge_method: z.enum(['merge', 'squash', 'rebase']).default('merge'),
  commit_title: z.string().optional(),
  commit_message: z.string().optional(),
})

/** Below `/repos/:owner/:repo`. */
export const pullRoutes = new Hono<RouteEnv>()
  .get('/pulls', (c) => {
    const { forge, repository } = permitted(c, 'pull_requests', 'read')
    const { state = 'open', base, head, direction = 'desc' } = c.req.query()
    const found = [...repository.records.pulls.values()]
      .filter((pull) => state === 'all' || pull.state === state)
      .filter((pull) => base === undefined || pull.baseRef === base)
      .filter((pull) => head === undefined || labelOf(pull) === head)
    const ordered = direction === 'asc' ? found : found.toReversed()
    return c.json(page(c, ordered).map((pull) => simplePullShape(forge, repository, pull)))
  })
  .post('/pulls', async (c) => {
    const { forge, caller, repository } = permitted(c, 'pull_requests', 'write')
    const wanted = await readBody(c, NewPull)
    const pull = await openPull(forge, repository, { ...wanted, user: caller.login })
    return c.json(await shape(c, pull), 201)
  })
  .get('/pulls/:number', async (c) => {
    permitted(c, 'pull_requests', 'read')
    return c.json(await shape(c, pullOf(c)))
  })
  .patch('/pulls/:number', async (c) => {
    const { forge, caller, repository } = permitted(c, 'pull_requests', 'write')
    const change = await readBody(c, PullChange)
    return c.json(
      await shape(
        c,
        await changePull(forge, repository, { pull: pullOf(c), change, sender: caller.login }),
      ),
    )
  })
  .get('/pulls/:number/files', async (c) => {
    const { forge, repository } = permitted(c, 'pull_requests', 'read')
    const { baseSha, headSha } = pullOf(c)
    const from = await mergeBase(repository, baseSha, headSha)
    const files = from === undefined ? [] : await diffFiles(repository.dir, from, headSha)
    const some = page(c, files.slice(0, MAX_FILES))
    return c.json(some.map((file) => fileShape(forge, repository, headSha, file)))
  })
  .get('/pulls/:number/merge', (c) => {
    permitted(c, 'pull_requests', 'read')
    if (pullOf(c).mergedAt === null) throw notFound()
    return c.body(null, 204)
  })
  .put('/pulls/:number/merge', async (c) => {
    const { forge, caller, repository } = permitted(c, 'contents', 'write')
    const { sha, merge_method, commit_title, commit_message } = await readBody(c, Merge)
    const merged = await mergePull(forge, repository, {
      number: pullOf(c).number,
      method: merge_method,
      sender: caller.login,
      sha,
      title: commit_title,
      message: commit_message,
    })
    return c.json({ sha: merged, merged: true, message: 'Pull Request successfully merged' })
  })

async function shape(c: RouteContext, pull: PullRow) {
  const { forge, repository } = c.var
  return pullShape(forge, repository, pull, await measurePull(repository, pull))
}

function pullOf(c: RouteContext): PullRow {
  const pull = c.var.repository.records.pulls.get(Number(c.req.param('number')))
  if (pull === undefined) throw notFound()
  return pull
}

function labelOf({ headRepository, headRef }: PullRow): string {
  return `${headRepository.split('/')[0]}:${headRef}`
}
