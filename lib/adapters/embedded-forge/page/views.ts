import { Hono } from 'hono'
import { html } from 'hono/html'
import { notFound } from '../api-error.ts'
import { readCommit } from '../commits.ts'
import type { Forge } from '../forge.ts'
import { checkRunView } from './check-view.ts'
import { commitRows, commitsOf, commitView } from './commit-view.ts'
import { layout } from './layout.ts'
import { pullIn, repositoryIn, runIn } from './named.ts'
import { pullView } from './pull-view.ts'
import { repositoryView } from './repository-view.ts'
import { isAwaited, isPullAwaited, newerRun, saidOn } from './said.ts'

/** Commits of a branch that are shown. */
const MAX_COMMITS = 100

/** The pages of a repository. */
export function views(forge: Forge): Hono {
  return pullViews(forge).route('/', commitViews(forge))
}

function pullViews(forge: Forge): Hono {
  return new Hono()
    .get('/:owner/:repo', async (c) => {
      const repository = repositoryIn(forge, c)
      const { fullName: of, records } = repository
      const pulls = [...records.pulls.values()]
      const isWaiting = pulls.some((pull) => isPullAwaited(forge, repository, pull))
      const body = await repositoryView(repository)
      return c.html(layout({ title: of, body, of, isWaiting }))
    })
    .get('/:owner/:repo/pull/:number', async (c) => {
      const repository = repositoryIn(forge, c)
      const pull = pullIn(repository, c)
      const title = `${pull.title} #${pull.number}`
      const isWaiting = isPullAwaited(forge, repository, pull)
      const body = await pullView(repository, pull)
      return c.html(layout({ title, body, of: repository.fullName, isWaiting }))
    })
}

function commitViews(forge: Forge): Hono {
  return new Hono()
    .get('/:owner/:repo/commits', async (c) => {
      const repository = repositoryIn(forge, c)
      const branch = c.req.query('branch') ?? repository.records.defaultBranch
      const tip = repository.records.tips.get(`refs/heads/${branch}`)
      if (tip === undefined) throw notFound()
      const rows = commitRows(repository, await commitsOf(repository, [tip], MAX_COMMITS))
      const body = html`<h1>Commits of <bdi>${branch}</bdi></h1>${rows}`
      return c.html(layout({ title: `Commits of ${branch}`, body, of: repository.fullName }))
    })
    .get('/:owner/:repo/commit/:sha', async (c) => {
      const repository = repositoryIn(forge, c)
      const commit = await readCommit(repository, c.req.param('sha'))
      const title = commit.message.split('\n')[0] ?? commit.id
      const said = saidOn(repository, commit.id)
      const isWaiting = isAwaited(forge, said, commit.committer.seconds * 1000)
      const body = await commitView(repository, commit)
      return c.html(layout({ title, body, of: repository.fullName, isWaiting }))
    })
    .get('/:owner/:repo/runs/:id', (c) => {
      const repository = repositoryIn(forge, c)
      const run = runIn(repository, c)
      const newer = newerRun(repository, run)
      const isAsked = c.req.query('asked') !== undefined
      if (isAsked && newer !== undefined)
        return c.redirect(`/${repository.fullName}/runs/${newer.id}`, 303)
      const body = checkRunView(repository, run, { newer, isAsked })
      const isWaiting = isAsked || run.status !== 'completed'
      return c.html(layout({ title: run.name, body, of: repository.fullName, isWaiting }))
    })
}
