import { Hono } from 'hono'
import { csrf } from 'hono/csrf'
import { html } from 'hono/html'
import { HTTPException } from 'hono/http-exception'
import { secureHeaders } from 'hono/secure-headers'
import { ApiError } from '../api-error.ts'
import { type Forge, repositoryOf } from '../forge.ts'
import { PERSON } from '../person.ts'
import { scan } from '../scan.ts'
import { actions } from './actions.ts'
import { checkRunView } from './check-view.ts'
import { layout } from './layout.ts'
import { pullIn, repositoryIn, runIn } from './named.ts'
import { pullView } from './pull-view.ts'
import { repositoryView } from './repository-view.ts'

/** Names by which this machine calls itself: a page of elsewhere that leads here by another name gets nothing. */
const LOOPBACK = /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/

/** No script runs, nothing is loaded, and forms lead here alone. */
const POLICY = {
  defaultSrc: ["'none'"],
  styleSrc: ["'unsafe-inline'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
}

/** Where a person sees pull requests and checks, without any script. */
export function page(forge: Forge): Hono {
  return new Hono()
    .onError((error, c) => {
      if (error instanceof HTTPException) return error.getResponse()
      if (!(error instanceof ApiError)) {
        forge.failures.push(error)
        return c.html(layout('Failed', html`<p>The forge failed: ${error.message}</p>`), 500)
      }
      const details = error.errors?.map((one) => html`<pre>${JSON.stringify(one, null, 2)}</pre>`)
      const body = html`<p>${error.message}</p>${details}<p><a href="/">Back</a></p>`
      return c.html(layout('Refused', body), error.status)
    })
    .use(async (c, next) => {
      if (!LOOPBACK.test(c.req.header('host') ?? '')) return c.text('not by this name', 403)
      return next()
    })
    .use(csrf())
    .use(secureHeaders({ contentSecurityPolicy: POLICY, referrerPolicy: 'same-origin' }))
    .get('/', (c) => {
      const links = [...forge.repositories.values()].map(
        ({ fullName }) => html`<li><a href="/${fullName}">${fullName}</a></li>`,
      )
      const body = html`<h1>Repositories</h1><ul class="rows">${links}</ul>`
      return c.html(layout('Repositories', body))
    })
    .use('/:owner/:repo/*', async (c, next) => {
      const { owner, repo } = c.req.param()
      await scan(forge, repositoryOf(forge, `${owner}/${repo}`), PERSON)
      return next()
    })
    .get('/:owner/:repo', async (c) => {
      const repository = repositoryIn(forge, c)
      return c.html(layout(repository.fullName, await repositoryView(repository)))
    })
    .get('/:owner/:repo/pull/:number', async (c) => {
      const repository = repositoryIn(forge, c)
      const pull = pullIn(repository, c)
      return c.html(layout(`${pull.title} #${pull.number}`, await pullView(repository, pull)))
    })
    .get('/:owner/:repo/runs/:id', (c) => {
      const repository = repositoryIn(forge, c)
      const run = runIn(repository, c)
      return c.html(layout(run.name, checkRunView(repository, run)))
    })
    .route('/', actions(forge))
}
