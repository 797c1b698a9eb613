import * as z from 'zod'
import type { Actor, BranchDemand, BranchRule } from '../../domain/setup.ts'

const Check = z.object({ context: z.string(), integration_id: z.int().nullish() })

/** A rule of a ruleset, as far as it is looked at. */
const Rule = z.object({
  type: z.string(),
  ruleset_id: z.int().optional(),
  parameters: z
    .object({
      required_approving_review_count: z.int().optional(),
      require_code_owner_review: z.boolean().optional(),
      required_status_checks: z.array(Check).optional(),
      strict_required_status_checks_policy: z.boolean().optional(),
    })
    .optional(),
})

/** What the rulesets of a branch ask. `bypassOf` gives who passes by each, and its name. */
export function rulesOfRulesets(
  given: unknown,
  rulesets: ReadonlyMap<number, Pick<BranchRule, 'source' | 'bypass'>>,
): readonly BranchRule[] {
  return z
    .array(Rule)
    .parse(given)
    .flatMap((rule) => {
      const demand = demandOf(rule)
      const from = rulesets.get(rule.ruleset_id ?? 0) ?? { source: 'a ruleset' }
      return demand === undefined ? [] : [{ ...demand, ...from }]
    })
}

const simple: Readonly<
  Record<string, 'no-deletion' | 'no-force-push' | 'no-update' | 'merge-queue'>
> = {
  deletion: 'no-deletion',
  non_fast_forward: 'no-force-push',
  update: 'no-update',
  merge_queue: 'merge-queue',
}

function demandOf({ type, parameters = {} }: z.infer<typeof Rule>): BranchDemand | undefined {
  if (Object.hasOwn(simple, type)) {
    const demand = simple[type]
    return demand && { type: demand }
  }
  if (type === 'pull_request')
    return {
      type: 'pull-request',
      approvals: parameters.required_approving_review_count ?? 0,
      codeOwners: parameters.require_code_owner_review === true,
    }
  if (type !== 'required_status_checks') return undefined
  return {
    type: 'checks',
    checks: (parameters.required_status_checks ?? []).map(toCheck),
    strict: parameters.strict_required_status_checks_policy === true,
  }
}

function toCheck({ context, integration_id: app }: z.infer<typeof Check>) {
  return { name: context, ...(typeof app === 'number' ? { app } : {}) }
}

const Bypass = z.array(
  z.object({
    actor_id: z.int().nullish(),
    actor_type: z.string(),
    bypass_mode: z.string().default('always'),
  }),
)

const kinds: Readonly<Record<string, Actor['kind']>> = {
  Integration: 'app',
  OrganizationAdmin: 'administrators',
  RepositoryRole: 'role',
  Team: 'team',
  User: 'user',
  DeployKey: 'deploy key',
}

/** Who passes a ruleset by; undefined where GitHub did not say, which it does only to those who may edit it. */
export function bypassOf(given: unknown): readonly Actor[] | undefined {
  if (given === undefined || given === null) return undefined
  return Bypass.parse(given).map(({ actor_id: id, actor_type, bypass_mode }) => ({
    kind: kinds[actor_type] ?? 'role',
    ...(typeof id === 'number' ? { id } : {}),
    ...(bypass_mode === 'pull_request' ? { byPullRequest: true } : {}),
  }))
}
