import { createMiddleware } from 'hono/factory'
import { ApiError } from './api-error.ts'
import { verifyAppToken } from './app-token.ts'
import type { RouteEnv } from './http.ts'

/** Calls that an app makes as itself. */
const BY_APP = /^(?:\/api\/v3)?(?:\/app(?:\/|$)|\/repos\/[^/]+\/[^/]+\/installation$)/

/** Finds out who calls: an app by its own token, or whoever has one of ours. Throws 401. */
export const authenticate = createMiddleware<RouteEnv>(async (c, next) => {
  const { forge } = c.var
  const [, token = ''] = /^(?:bearer|token) (\S+)$/i.exec(c.req.header('authorization') ?? '') ?? []
  if (BY_APP.test(c.req.path)) verifyAppToken(forge, token)
  else {
    if (token === '') throw new ApiError(401, 'Requires authentication')
    const caller = forge.callers.get(token)
    if (caller === undefined || (caller.expires ?? Infinity) <= forge.now())
      throw new ApiError(401, 'Bad credentials')
    c.set('caller', caller)
  }
  await next()
})
