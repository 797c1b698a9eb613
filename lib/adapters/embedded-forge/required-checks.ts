import type { ForgeRepository } from './forge.ts'
import { latestStatuses } from './latest-statuses.ts'
import type { Rule, RulesetRow } from './ruleset-row.ts'

/** A check that a rule requires; of that app alone where one is named. */
export interface RequiredCheck {
  readonly context: string
  readonly integration_id?: number
}

/** A rule that holds for a branch, with the ruleset that it is from. */
export interface BranchRule extends Rule {
  readonly ruleset: RulesetRow
}

/** Active rules for a branch. */
export function rulesFor(repository: ForgeRepository, branch: string): readonly BranchRule[] {
  const isDefault = branch === repository.records.defaultBranch
  const matches = (pattern: string) =>
    pattern === '~ALL' ||
    (pattern === '~DEFAULT_BRANCH' && isDefault) ||
    asRegExp(pattern).test(`refs/heads/${branch}`)
  return [...repository.records.rulesets.values()]
    .filter(({ enforcement }) => enforcement === 'active')
    .filter(({ include, exclude }) => include.some(matches) && !exclude.some(matches))
    .flatMap((ruleset) => ruleset.rules.map((rule) => ({ ...rule, ruleset })))
}

/** `*` stands for all but slashes, `**` for anything, as in Ruby's `fnmatch` with its path flag. */
function asRegExp(pattern: string): RegExp {
  const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&')
  const text = escaped.replace(/\*\*\/?|\*|\?/g, (stars) =>
    stars.startsWith('**') ? '.*' : stars === '*' ? '[^/]*' : '[^/]',
  )
  return new RegExp(`^${text}$`)
}

export function requiredChecks(repository: ForgeRepository, branch: string): RequiredCheck[] {
  return rulesFor(repository, branch)
    .filter(({ type }) => type === 'required_status_checks')
    .flatMap(({ parameters }) => (parameters?.['required_status_checks'] ?? []) as RequiredCheck[])
}

/** What check runs and statuses of a commit say to the checks that are required of it. */
export function verdictOn(
  repository: ForgeRepository,
  checks: readonly RequiredCheck[],
  sha: string,
): 'success' | 'failure' | 'pending' {
  const verdicts = checks.map((check) => verdictOf(repository, check, sha))
  if (verdicts.includes('failure')) return 'failure'
  return verdicts.includes('pending') ? 'pending' : 'success'
}

function verdictOf(repository: ForgeRepository, check: RequiredCheck, sha: string) {
  const { checkRuns, statuses } = repository.records
  const { context, integration_id } = check
  const runs = [...checkRuns.values()].filter(
    (run) =>
      run.headSha === sha &&
      run.name === context &&
      (integration_id === undefined || run.appId === integration_id),
  )
  const status = integration_id === undefined ? latestStatuses(statuses, sha) : []
  const said = [
    runs.at(-1)?.conclusion ?? (runs.length > 0 ? 'pending' : undefined),
    status.find((one) => one.context.toLowerCase() === context.toLowerCase())?.state,
  ].filter((word) => word !== undefined)
  if (said.length === 0 || said.includes('pending')) return 'pending'
  const isGreen = said.every((word) => ['success', 'neutral', 'skipped'].includes(word))
  return isGreen ? 'success' : 'failure'
}
