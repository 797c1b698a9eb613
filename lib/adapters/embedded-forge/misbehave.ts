import { setTimeout } from 'node:timers/promises'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'
import { rootFields } from './graphql/execute.ts'
import type { RouteEnv } from './http.ts'
import { draw, type Nasty } from './nasty.ts'
import { rateLimit } from './rate-limit.ts'

/** Names of the chances in `Nasty`. */
type Chance =
  | 'primaryLimit'
  | 'secondaryLimit'
  | 'failBefore'
  | 'failAfter'
  | 'reset'
  | 'slow'
  | 'graphqlError'

/** Counts the calls of each route, and answers as badly as the forge was told to. */
export const misbehave = createMiddleware<RouteEnv>(async (c, next) => {
  const { nasty, calls } = c.var.forge
  const route = await routeOf(c)
  const key = `${c.req.method} ${route}`
  const before = calls.get(key) ?? 0
  calls.set(key, before + 1)
  await nasty.onCall?.({ method: c.req.method, route, before })
  const hits = (what: Chance) =>
    nasty[what] > 0 && draw(nasty.seed, what, key, before) < nasty[what]

  if (hits('slow')) await setTimeout(nasty.slowMs)
  if (hits('secondaryLimit')) return secondaryLimit(c, nasty)
  if (hits('primaryLimit')) return primaryLimit(c)
  if (hits('failBefore')) return badGateway()
  if (route.startsWith('/graphql') && hits('graphqlError'))
    return c.json({
      data: null,
      errors: [{ message: 'Something went wrong while executing your query.' }],
    })
  await next()
  if (hits('failAfter')) c.res = badGateway()
  else if (c.res.body !== null && hits('reset')) c.res = torn(await c.res.arrayBuffer(), c)
  return undefined
})

/** The pattern of the route that answers; for GraphQL with the names of its root fields. */
async function routeOf(c: Context<RouteEnv>): Promise<string> {
  const route = matchedRoutes(c).findLast(({ method }) => method !== 'ALL')
  const path = (route?.path ?? '/*').replace(/^\/api\/v3|^\/api(?=\/graphql)/, '')
  if (path !== '/graphql') return path
  const body = (await c.req.json().catch(() => ({}))) as { query?: unknown }
  return `/graphql ${rootFields(String(body.query))}`
}

function secondaryLimit(c: Context<RouteEnv>, nasty: Nasty): Response {
  const message =
    'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.'
  const { retryAfterSeconds } = nasty
  if (retryAfterSeconds !== undefined) c.header('retry-after', String(retryAfterSeconds))
  const documentation_url = 'https://docs.github.com/rest/overview/rate-limits-for-the-rest-api'
  return c.json({ message, documentation_url }, nasty.limitStatus)
}

function primaryLimit(c: Context<RouteEnv>): Response {
  const { forge } = c.var
  for (const [name, value] of rateLimit(forge, 0, forge.nasty.resetSeconds)) c.header(name, value)
  const message = `API rate limit exceeded for installation ID ${forge.app.installationId}.`
  return c.json({ message, documentation_url: 'https://docs.github.com/rest' }, 403)
}

/** What GitHub's front end gives when what is behind it does not answer: no JSON. */
function badGateway(): Response {
  const body = '<html><head><title>502 Bad Gateway</title></head></html>'
  return new Response(body, { status: 502, headers: { 'content-type': 'text/html' } })
}

/** The first half of an answer, and then a connection that ends. */
function torn(bytes: ArrayBuffer, c: Context<RouteEnv>): Response {
  const half = new Uint8Array(bytes.slice(0, Math.floor(bytes.byteLength / 2)))
  let isSent = false
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (!isSent) {
        isSent = true
        return controller.enqueue(half)
      }
      // The half must have left before the connection ends.
      await setTimeout(5)
      c.env.outgoing.destroy()
      controller.close()
    },
  })
  const headers = new Headers(c.res.headers)
  headers.set('content-length', String(bytes.byteLength))
  return new Response(body, { status: c.res.status, headers })
}
