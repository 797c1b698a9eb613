import type { Finding } from '../../domain/finding.ts'
import { printable } from '../../domain/printable.ts'
import { breach } from '../../domain/rules/rule.ts'
import { setupRules } from '../../domain/rules/setup-rules.ts'
import type { BranchRule, BranchSetup } from '../../domain/setup.ts'
import { actorText, ofType, rewritable, unique } from './branch-rules.ts'

/** Name of the check that main is to require. */
const CHECK = 'netclaim'

/** What is missing or unsafe about the branch of the claims. */
export function judgeMain(main: BranchSetup, appId: number | undefined): readonly Finding[] {
  const { rules } = main
  const name = printable(main.name)
  if (!main.exists) return [breach(setupRules.mainUnprotected, `there is no branch "${name}"`)]
  if (rules === undefined) return []
  const findings: Finding[] = []
  const [review] = ofType(rules, 'pull-request')
  if (review === undefined)
    findings.push(
      breach(setupRules.mainUnprotected, `branch "${name}" takes pushes without a pull request`, {
        hint: 'add a ruleset for it: require a pull request, a review of code owners and the check "netclaim"',
      }),
    )
  else if (!ofType(rules, 'pull-request').some((one) => one.codeOwners))
    findings.push(
      breach(setupRules.reviewMissing, `branch "${name}" needs no review of code owners`, {
        hint: 'turn on "Require review from Code Owners"',
      }),
    )
  findings.push(...rewritable(main, setupRules.mainRewritable))
  findings.push(...judgeCheck(main, rules, appId))
  for (const { source, bypass = [] } of rules)
    for (const actor of bypass.filter((one) => one.byPullRequest !== true))
      findings.push(
        breach(setupRules.mainBypass, `${actorText(actor)} pushes to "${name}" past ${source}`, {
          hint: 'take it out of the bypass list',
        }),
      )
  return unique(findings)
}

function judgeCheck(
  { name }: BranchSetup,
  rules: readonly BranchRule[],
  appId: number | undefined,
): readonly Finding[] {
  const all = ofType(rules, 'checks')
  const ours = all.flatMap(({ checks }) => checks.filter((one) => one.name === CHECK))
  if (ours.length === 0)
    return [
      breach(
        setupRules.checkNotRequired,
        `branch "${printable(name)}" does not require "${CHECK}"`,
        {
          hint: `add the status check "${CHECK}", with our app as its source`,
        },
      ),
    ]
  const findings: Finding[] = []
  // One rule that names the app is enough: all of them must be met.
  if (ours.every(({ app }) => app === undefined))
    findings.push(
      breach(setupRules.checkAnySource, `"${CHECK}" is required from any source`, {
        hint: 'choose our app as the source of the check (GitHub Actions, where a job checks)',
      }),
    )
  else if (appId !== undefined && ours.every(({ app }) => app !== appId))
    findings.push(
      breach(
        setupRules.checkAnySource,
        `"${CHECK}" is required from app ${ours.find(({ app }) => app !== undefined)?.app}, and ours is ${appId}`,
      ),
    )
  if (ofType(rules, 'merge-queue').length === 0 && !all.some(({ strict }) => strict))
    findings.push(
      breach(setupRules.checkNotStrict, 'two pull requests that collide can both be merged', {
        hint: 'require a merge queue, or branches to be up to date before merging',
      }),
    )
  return findings
}
