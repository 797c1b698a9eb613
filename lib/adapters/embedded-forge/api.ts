import { Hono } from 'hono'
import { etag } from 'hono/etag'
import { HTTPException } from 'hono/http-exception'
import { ApiError } from './api-error.ts'
import { authenticate } from './authenticate.ts'
import { type Forge, repositoryOf, visibleRepository } from './forge.ts'
import type { RouteEnv } from './http.ts'
import { misbehave } from './misbehave.ts'
import { rateLimit } from './rate-limit.ts'
import { appRoutes } from './rest/apps.ts'
import { checkRunRoutes } from './rest/check-runs.ts'
import { commentRoutes } from './rest/comments.ts'
import { archive, commitRoutes } from './rest/commits.ts'
import { contentRoutes } from './rest/contents.ts'
import { graphqlRoute } from './rest/graphql.ts'
import { hookRoutes } from './rest/hooks.ts'
import { objectRoutes } from './rest/objects.ts'
import { pullRoutes } from './rest/pulls.ts'
import { refRoutes } from './rest/refs.ts'
import { repositoryRoutes } from './rest/repository.ts'
import { statusRoutes } from './rest/statuses.ts'
import { treeRoutes } from './rest/trees.ts'
import { workflowRunRoutes } from './rest/workflow-runs.ts'

const DOCS = 'https://docs.github.com/rest'

/** GitHub's API, REST and GraphQL, for one forge. */
export function api(forge: Forge): Hono<RouteEnv> {
  const repository = new Hono<RouteEnv>()
    .use(async (c, next) => {
      const { owner, repo } = c.req.param() as { owner: string; repo: string }
      c.set('repository', visibleRepository(forge, c.var.caller, `${owner}/${repo}`))
      await next()
    })
    .route('/', repositoryRoutes)
    .route('/git', refRoutes)
    .route('/git', treeRoutes)
    .route('/git', objectRoutes)
    .route('/', checkRunRoutes)
    .route('/', statusRoutes)
    .route('/', commentRoutes)
    .route('/', commitRoutes)
    .route('/', contentRoutes)
    .route('/', pullRoutes)
    .route('/', workflowRunRoutes)
  return new Hono<RouteEnv>()
    .onError((error, c) => {
      if (error instanceof ApiError)
        return c.json(refusal(error.message, error.status, error.errors), error.status)
      if (error instanceof HTTPException)
        return c.json(refusal(error.message, error.status), error.status)
      forge.failures.push(error)
      return c.json(refusal('Server Error', 500), 500)
    })
    .notFound((c) => c.json(refusal('Not Found', 404), 404))
    .use(async (c, next) => {
      c.set('forge', forge)
      await next()
      c.header('date', new Date(forge.now()).toUTCString())
      if (c.res.headers.has('x-ratelimit-remaining')) return
      for (const [name, value] of rateLimit(forge, 4999)) c.header(name, value)
    })
    .use(misbehave)
    .get('/codeload/:owner/:repo/:sha', (c) => {
      const { owner, repo, sha } = c.req.param()
      return archive(repositoryOf(forge, `${owner}/${repo}`), sha)
    })
    .use(etag())
    .use(authenticate)
    .route('/', graphqlRoute)
    .route('/', appRoutes)
    .route('/app/hook', hookRoutes)
    .route('/repos/:owner/:repo', repository)
}

function refusal(message: string, status: number, errors?: readonly object[]) {
  return { message, ...(errors && { errors }), documentation_url: DOCS, status: String(status) }
}
