import type { Finding } from '../../domain/finding.ts'
import { printable } from '../../domain/printable.ts'
import { breach } from '../../domain/rules/rule.ts'
import type { setupRules } from '../../domain/rules/setup-rules.ts'
import type { Actor, BranchDemand, BranchRule, BranchSetup } from '../../domain/setup.ts'

/** What keeps a branch from being rewritten and is missing. */
export function rewritable(
  branch: BranchSetup,
  rule: typeof setupRules.mainRewritable | typeof setupRules.stateRewritable,
): readonly Finding[] {
  const missing = (['no-force-push', 'no-deletion'] as const).filter(
    (type) => ofType(branch.rules ?? [], type).length === 0,
  )
  const words = { 'no-force-push': 'force-pushed', 'no-deletion': 'deleted' } as const
  if (missing.length === 0) return []
  const done = missing.map((type) => words[type]).join(' and ')
  return [
    breach(rule, `branch "${printable(branch.name)}" can be ${done}`, {
      hint: 'block force pushes and restrict deletions',
    }),
  ]
}

/** The rules of one type. */
export function ofType<T extends BranchDemand['type']>(rules: readonly BranchRule[], type: T) {
  return rules.filter(
    (rule): rule is Extract<BranchRule, { readonly type: T }> => rule.type === type,
  )
}

export function isApp({ kind, id }: Actor, appId: number): boolean {
  return kind === 'app' && id === appId
}

/** For people. */
export function actorText({ kind, id }: Actor): string {
  if (kind === 'administrators') return 'every administrator'
  return id === undefined ? `any ${kind}` : `${kind} ${printable(String(id))}`
}

/** The same person may pass by several rules of one ruleset. */
export function unique(findings: readonly Finding[]): readonly Finding[] {
  return [...new Map(findings.map((one) => [`${one.rule} ${one.message}`, one])).values()]
}
