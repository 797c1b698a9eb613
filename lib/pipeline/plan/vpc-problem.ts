import { type Claim, objectName } from '../../domain/claims/claim.ts'
import type { Finding } from '../../domain/finding.ts'
import { vpcOf } from '../../domain/ledger/release.ts'
import { lifeRules } from '../../domain/rules/life-rules.ts'
import { breach } from '../../domain/rules/rule.ts'
import { bookOf, type Draft } from './draft.ts'

/** Says that a claim waits for a VPC, unless there is one, or one that is refused for reasons of its own. */
export function vpcProblem(draft: Draft, claim: Claim): readonly Finding[] {
  if (vpcOf(bookOf(draft, claim.namespace)) !== undefined) return []
  const claims = draft.inputs.environments.get(claim.namespace)?.claims ?? []
  if (claims.some((one) => one.kind === 'VpcClaim')) return []
  const message = `${claim.kind} "${claim.name}" waits: environment "${claim.namespace}" has no VpcClaim, so nothing of it is rendered (WaitingForVpc)`
  return [
    breach(lifeRules.noVpc, message, {
      at: claim.document.at,
      object: objectName(claim),
      hint: 'add a VpcClaim to the environment',
    }),
  ]
}
