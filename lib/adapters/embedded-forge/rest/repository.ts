import { Hono } from 'hono'
import * as z from 'zod'
import { ApiError, notFound } from '../api-error.ts'
import { readCommit, readRef } from '../commits.ts'
import { type Forge, type ForgeRepository } from '../forge.ts'
import { page, permitted, type RouteEnv, readBody } from '../http.ts'
import { requiredChecks, rulesFor } from '../required-checks.ts'
import type { RulesetRow } from '../ruleset-row.ts'
import { commitShape } from '../shapes/commit-shape.ts'
import { apiUrl, repositoryShape } from '../shapes/repository-shape.ts'

const NewRuleset = z.object({
  name: z.string(),
  target: z.literal('branch').default('branch'),
  enforcement: z.enum(['active', 'disabled', 'evaluate']),
  bypass_actors: z.array(z.looseObject({})).default([]),
  conditions: z.object({
    ref_name: z.object({ include: z.array(z.string()), exclude: z.array(z.string()).default([]) }),
  }),
  rules: z
    .array(z.object({ type: z.string(), parameters: z.record(z.string(), z.unknown()).optional() }))
    .default([]),
})

/** The repository, its branches and rules, below `/repos/:owner/:repo`. */
export const repositoryRoutes = new Hono<RouteEnv>()
  .get('/', (c) => {
    const { forge, caller, repository } = permitted(c, 'metadata', 'read')
    const push = caller.permissions.contents === 'write'
    const permissions = {
      admin: caller.permissions.administration === 'write',
      maintain: push,
      push,
      triage: push,
      pull: true,
    }
    const counts = { network_count: 0, subscribers_count: 0 }
    return c.json({ ...repositoryShape(forge, repository), ...counts, permissions })
  })
  .get('/branches/:branch{.+}/protection', (c) => {
    permitted(c, 'administration', 'read')
    // What rulesets do is none of it.
    throw new ApiError(404, 'Branch not protected')
  })
  .get('/branches/:branch{.+}', async (c) => {
    const { forge, repository } = permitted(c, 'contents', 'read')
    const name = c.req.param('branch')
    const tip = await readRef(repository, `refs/heads/${name}`)
    if (tip === undefined) throw notFound()
    const commit = await readCommit(repository, tip)
    const self = `${apiUrl(forge, repository)}/branches/${name}`
    const contexts = requiredChecks(repository, name).map(({ context }) => context)
    return c.json({
      name,
      commit: commitShape(forge, repository, commit),
      _links: { self, html: `${forge.url}/${repository.fullName}/tree/${name}` },
      protected: rulesFor(repository, name).length > 0,
      // Legacy protection, which this forge does not have.
      protection: { enabled: false, required_status_checks: { contexts, checks: [] } },
      protection_url: `${self}/protection`,
    })
  })
  .get('/rules/branches/:branch{.+}', (c) => {
    const { repository } = permitted(c, 'metadata', 'read')
    const rules = rulesFor(repository, c.req.param('branch'))
    return c.json(
      page(c, rules).map(({ ruleset, ...rule }) => ({
        ...rule,
        ruleset_source_type: 'Repository',
        ruleset_source: repository.fullName,
        ruleset_id: ruleset.id,
      })),
    )
  })
  .get('/rulesets', (c) => {
    const { forge, repository } = permitted(c, 'metadata', 'read')
    const rows = [...repository.records.rulesets.values()]
    return c.json(
      page(c, rows).map((row) => {
        const {
          rules: _,
          conditions: __,
          bypass_actors: ___,
          ...shape
        } = rulesetShape(forge, repository, row)
        return shape
      }),
    )
  })
  .get('/rulesets/:id', (c) => {
    const { forge, caller, repository } = permitted(c, 'metadata', 'read')
    const row = repository.records.rulesets.get(Number(c.req.param('id')))
    if (row === undefined) throw notFound()
    const { bypass_actors, ...shape } = rulesetShape(forge, repository, row)
    // Who may go round a rule is told only to those who could change it.
    const isAdmin = caller.permissions.administration === 'write'
    return c.json(isAdmin ? { ...shape, bypass_actors } : shape)
  })
  .post('/rulesets', async (c) => {
    const { forge, repository } = permitted(c, 'administration', 'write')
    const row = addRuleset(repository, await readBody(c, NewRuleset))
    return c.json(rulesetShape(forge, repository, row), 201)
  })

/** Adds a ruleset in the form of GitHub's API. */
export function addRuleset(
  repository: ForgeRepository,
  { conditions, rules, ...rest }: z.infer<typeof NewRuleset>,
): RulesetRow {
  const id = repository.nextId()
  const row: RulesetRow = {
    ...rest,
    ...conditions.ref_name,
    id,
    rules: rules.map(({ type, parameters }) =>
      parameters === undefined ? { type } : { type, parameters },
    ),
  }
  repository.records.rulesets.set(id, row)
  repository.touch()
  return row
}

function rulesetShape(forge: Forge, repository: ForgeRepository, row: RulesetRow) {
  const { include, exclude, ...rest } = row
  const self = { href: `${apiUrl(forge, repository)}/rulesets/${row.id}` }
  return {
    ...rest,
    source_type: 'Repository',
    source: repository.fullName,
    conditions: { ref_name: { include, exclude } },
    _links: { self, html: { href: `${forge.url}/${repository.fullName}/rules/${row.id}` } },
    created_at: repository.records.createdAt,
    updated_at: repository.records.createdAt,
  }
}
