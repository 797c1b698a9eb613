import type { Finding } from '../../domain/finding.ts'
import { printable } from '../../domain/printable.ts'
import { breach } from '../../domain/rules/rule.ts'
import { setupRules } from '../../domain/rules/setup-rules.ts'
import type { BranchSetup } from '../../domain/setup.ts'
import { actorText, isApp, ofType, rewritable, unique } from './branch-rules.ts'

/** What is missing or unsafe about the branch that Netclaim alone writes. */
export function judgeState(state: BranchSetup, appId: number | undefined): readonly Finding[] {
  const { rules } = state
  const name = printable(state.name)
  if (!state.exists)
    return [
      breach(setupRules.stateMissing, `there is no branch "${name}"`, {
        hint: 'netclaim init makes the first one; one that was lost is pushed back from a clone that has it, or made again by netclaim recover',
      }),
    ]
  if (rules === undefined) return []
  const findings: Finding[] = [...rewritable(state, setupRules.stateRewritable)]
  const restricted = ofType(rules, 'no-update')
  if (restricted.length === 0)
    findings.push(
      breach(setupRules.stateOpen, `whoever can write to the repository can push to "${name}"`, {
        hint: 'add a ruleset for it with "Restrict updates", and our app alone in its bypass list',
      }),
    )
  for (const { bypass = [], source } of restricted)
    for (const actor of bypass.filter((one) => appId !== undefined && !isApp(one, appId)))
      findings.push(
        breach(setupRules.stateOpen, `${actorText(actor)} may push to "${name}" past ${source}`, {
          hint: 'leave our app alone in the bypass list',
        }),
      )
  if (appId === undefined) return unique(findings)
  const closing = rules.filter(({ type }) =>
    /^(?:no-update|pull-request|checks|merge-queue)$/.test(type),
  )
  for (const { bypass, source, type } of closing)
    if (
      bypass !== undefined &&
      !bypass.some((one) => isApp(one, appId) && one.byPullRequest !== true)
    )
      findings.push(
        breach(setupRules.stateClosed, `${source} (${type}) keeps app ${appId} from "${name}"`, {
          hint: 'add the app to its bypass list, or let the ruleset name other branches',
        }),
      )
  return unique(findings)
}
