import * as z from 'zod'
import type { Actor, BranchRule } from '../../domain/setup.ts'

const Switch = z.object({ enabled: z.boolean() }).optional()
const Named = z.object({
  id: z.int().optional(),
  slug: z.string().optional(),
  login: z.string().optional(),
})
const Actors = z.object({
  users: z.array(Named).default([]),
  teams: z.array(Named).default([]),
  apps: z.array(Named).default([]),
})

/** The older protection of a branch, as far as it is looked at. */
const Protection = z.object({
  enforce_admins: Switch,
  allow_force_pushes: Switch,
  allow_deletions: Switch,
  required_pull_request_reviews: z
    .object({
      required_approving_review_count: z.int().default(0),
      require_code_owner_reviews: z.boolean().default(false),
      bypass_pull_request_allowances: Actors.optional(),
    })
    .optional(),
  required_status_checks: z
    .object({
      strict: z.boolean().default(false),
      checks: z.array(z.object({ context: z.string(), app_id: z.int().nullable() })).default([]),
    })
    .optional(),
  restrictions: Actors.optional(),
})

/** What it asks, in the words of rulesets. Administrators pass it by unless it says that they do not. */
export function rulesOfProtection(given: unknown): readonly BranchRule[] {
  const found = Protection.parse(given)
  const admins: readonly Actor[] =
    found.enforce_admins?.enabled === true ? [] : [{ kind: 'administrators' }]
  const by = (more: readonly Actor[] = []) => ({
    source: 'branch protection',
    bypass: [...admins, ...more],
  })
  const { required_pull_request_reviews: review, required_status_checks: checks } = found
  const rules: BranchRule[] = []
  if (found.allow_force_pushes?.enabled !== true) rules.push({ type: 'no-force-push', ...by() })
  if (found.allow_deletions?.enabled !== true) rules.push({ type: 'no-deletion', ...by() })
  if (review !== undefined)
    rules.push({
      type: 'pull-request',
      approvals: review.required_approving_review_count,
      codeOwners: review.require_code_owner_reviews,
      ...by(actorsOf(review.bypass_pull_request_allowances)),
    })
  if (checks !== undefined)
    rules.push({
      type: 'checks',
      strict: checks.strict,
      checks: checks.checks.map(({ context, app_id: app }) => ({
        name: context,
        ...(app === null || app < 0 ? {} : { app }),
      })),
      ...by(),
    })
  if (found.restrictions !== undefined)
    rules.push({ type: 'no-update', ...by(actorsOf(found.restrictions)) })
  return rules
}

function actorsOf(actors: z.infer<typeof Actors> | undefined): readonly Actor[] {
  if (actors === undefined) return []
  const all = (kind: Actor['kind'], named: readonly z.infer<typeof Named>[]) =>
    named.map(({ id, slug, login }): Actor => {
      const name = id ?? slug ?? login
      return { kind, ...(name === undefined ? {} : { id: name }) }
    })
  return [...all('app', actors.apps), ...all('team', actors.teams), ...all('user', actors.users)]
}
