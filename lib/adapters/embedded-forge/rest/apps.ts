import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import * as z from 'zod'
import { notFound } from '../api-error.ts'
import { allPermissions, type Level, type Permissions, permissionNames } from '../caller.ts'
import { type Forge, repositoryOf, toTimestamp } from '../forge.ts'
import { type RouteEnv, readBody } from '../http.ts'
import { appShape, installationShape } from '../shapes/app-shape.ts'
import { repositoryShape } from '../shapes/repository-shape.ts'

/** How long an installation's token lives: an hour. */
const LIFE_MS = 3_600_000

const TokenWish = z.object({
  repositories: z.array(z.string()).max(500).optional(),
  repository_ids: z.array(z.number()).max(500).optional(),
  permissions: z.partialRecord(z.enum(permissionNames), z.enum(['read', 'write'])).optional(),
})

/** What an app does as itself, by its own token. */
export const appRoutes = new Hono<RouteEnv>()
  .get('/app', (c) => {
    const { forge } = c.var
    return c.json({ ...appShape(forge, forge.app.id), installations_count: 1 })
  })
  .get('/app/installations', (c) =>
    c.json(ownersOf(c.var.forge).map((owner) => installationShape(c.var.forge, owner))),
  )
  .get('/app/installations/:id', (c) => {
    const [owner = ''] = ownersOf(c.var.forge)
    if (Number(c.req.param('id')) !== c.var.forge.app.installationId) throw notFound()
    return c.json(installationShape(c.var.forge, owner))
  })
  .get('/repos/:owner/:repo/installation', (c) => {
    const { owner, repo } = c.req.param()
    const { records } = repositoryOf(c.var.forge, `${owner}/${repo}`)
    return c.json(installationShape(c.var.forge, records.owner))
  })
  .post('/app/installations/:id/access_tokens', async (c) => {
    const { forge } = c.var
    if (Number(c.req.param('id')) !== forge.app.installationId) throw notFound()
    const { repositories, repository_ids, permissions } = await readBody(c, TokenWish)
    const wanted =
      repositories === undefined && repository_ids === undefined
        ? undefined
        : [...forge.repositories.values()].filter(
            ({ records }) =>
              repositories?.includes(records.name) || repository_ids?.includes(records.id),
          )
    const granted = permissions === undefined ? allPermissions('write') : definedOf(permissions)
    const expires = forge.now() + LIFE_MS
    // The format of 2026: `ghs_`, the app's id, and what only GitHub reads.
    const token = `ghs_${forge.app.id}_${randomUUID().replaceAll('-', '')}`
    forge.callers.set(token, {
      login: `${forge.app.slug}[bot]`,
      appId: forge.app.id,
      permissions: { metadata: 'read', ...granted },
      expires,
      ...(wanted === undefined ? {} : { repositories: wanted.map(({ fullName }) => fullName) }),
    })
    return c.json(
      {
        token,
        expires_at: toTimestamp(expires),
        permissions: granted,
        repository_selection: wanted === undefined ? 'all' : 'selected',
        ...(wanted === undefined
          ? {}
          : { repositories: wanted.map((one) => repositoryShape(forge, one)) }),
      },
      201,
    )
  })

function definedOf(permissions: Readonly<Partial<Record<string, Level | undefined>>>): Permissions {
  return Object.fromEntries(Object.entries(permissions).filter(([, level]) => level !== undefined))
}

function ownersOf(forge: Forge): readonly string[] {
  return [...new Set([...forge.repositories.values()].map(({ records }) => records.owner))]
}
