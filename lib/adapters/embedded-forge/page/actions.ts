import { type Context, Hono } from 'hono'
import * as z from 'zod'
import { ApiError } from '../api-error.ts'
import { changePull } from '../change-pull.ts'
import { readCommit, tipOf } from '../commits.ts'
import type { Forge } from '../forge.ts'
import { mergePull } from '../merge-pull.ts'
import { enqueue } from '../merge-queue.ts'
import { openPull } from '../open-pull.ts'
import { PERSON } from '../person.ts'
import { rerequest } from '../rerequest.ts'
import { pullIn, repositoryIn, runIn } from './named.ts'

const NewPull = z.object({ head: z.string() })
const StateWish = z.object({ state: z.enum(['open', 'closed']) })
const MergeWish = z.object({ method: z.enum(['merge', 'squash', 'rebase']) })

/** What a person does by the buttons of the page; each leads back to what it changed. */
export function actions(forge: Forge): Hono {
  return new Hono()
    .post('/:owner/:repo/pulls', async (c) => {
      const repository = repositoryIn(forge, c)
      const { head } = await readForm(c, NewPull)
      const title = await titleOf(repository, head)
      const base = repository.records.defaultBranch
      const wish = { title, head, base, body: null, draft: false, user: PERSON }
      const { number } = await openPull(forge, repository, wish)
      return c.redirect(`/${repository.fullName}/pull/${number}`, 303)
    })
    .post('/:owner/:repo/pull/:number/merge', async (c) => {
      const repository = repositoryIn(forge, c)
      const { number } = pullIn(repository, c)
      const { method } = await readForm(c, MergeWish)
      await mergePull(forge, repository, { number, method, sender: PERSON })
      return c.redirect(`/${repository.fullName}/pull/${number}`, 303)
    })
    .post('/:owner/:repo/pull/:number/enqueue', async (c) => {
      const repository = repositoryIn(forge, c)
      const { number } = pullIn(repository, c)
      await enqueue(forge, repository, { number, sender: PERSON })
      return c.redirect(`/${repository.fullName}/pull/${number}`, 303)
    })
    .post('/:owner/:repo/pull/:number/state', async (c) => {
      const repository = repositoryIn(forge, c)
      const pull = pullIn(repository, c)
      const change = await readForm(c, StateWish)
      await changePull(forge, repository, { pull, change, sender: PERSON })
      return c.redirect(`/${repository.fullName}/pull/${pull.number}`, 303)
    })
    .post('/:owner/:repo/runs/:id/rerequest', (c) => {
      const repository = repositoryIn(forge, c)
      const run = runIn(repository, c)
      rerequest(forge, repository, run, PERSON)
      return c.redirect(`/${repository.fullName}/runs/${run.id}?asked`, 303)
    })
}

async function readForm<T>(c: Context, schema: z.ZodType<T>): Promise<T> {
  const read = schema.safeParse(await c.req.parseBody())
  if (read.success) return read.data
  throw new ApiError(422, z.prettifyError(read.error))
}

/** A pull request is named after the last commit of its branch. */
async function titleOf(repository: Parameters<typeof tipOf>[0], branch: string): Promise<string> {
  const tip = await tipOf(repository, `refs/heads/${branch}`)
  if (tip === undefined) throw new ApiError(422, `there is no branch ${branch}`)
  return (await readCommit(repository, tip)).message.split('\n')[0] || branch
}
