import { Hono } from 'hono'
import { csrf } from 'hono/csrf'
import { html } from 'hono/html'
import { HTTPException } from 'hono/http-exception'
import { secureHeaders } from 'hono/secure-headers'
import { ApiError, notFound } from '../api-error.ts'
import { type Forge, repositoryOf } from '../forge.ts'
import { PERSON } from '../person.ts'
import { scan } from '../scan.ts'
import { actions } from './actions.ts'
import { layout } from './layout.ts'
import { views } from './views.ts'

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
        const body = html`<h1>The forge failed</h1><p class="text">${error.message}</p>`
        return c.html(layout({ title: 'Failed', body }), 500)
      }
      const details = error.errors?.map((one) => html`<pre>${JSON.stringify(one, null, 2)}</pre>`)
      const back = c.req.method === 'POST' ? c.req.path.replace(/\/\w+$/, '') : '/'
      const body = html`<h1>${error.status === 404 ? 'Not found' : 'Refused'}</h1>
        <p class="text">${error.message}</p>${details}<p><a href="${back}">Back</a></p>`
      return c.html(layout({ title: 'Refused', body }), error.status)
    })
    .notFound(() => {
      throw notFound()
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
      return c.html(layout({ title: 'Repositories', body }))
    })
    .use('/:owner/:repo/*', async (c, next) => {
      const { owner, repo } = c.req.param()
      await scan(forge, repositoryOf(forge, `${owner}/${repo}`), PERSON)
      return next()
    })
    .route('/', views(forge))
    .route('/', actions(forge))
}
