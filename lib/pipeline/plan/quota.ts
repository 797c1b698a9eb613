import { type Claim, objectName } from '../../domain/claims/claim.ts'
import type { Finding } from '../../domain/finding.ts'
import { entryKey } from '../../domain/ledger/entry.ts'
import { breach } from '../../domain/rules/rule.ts'
import { supplyRules } from '../../domain/rules/supply-rules.ts'
import { bookOf, type Draft } from './draft.ts'

/** Why one more claim of this kind is more than its environment is granted. */
export function quotaProblem(draft: Draft, claim: Claim): Finding | undefined {
  if (claim.kind === 'Cluster') return undefined
  const message = quotaMessage(draft, claim.namespace, claim)
  if (message === undefined) return undefined
  return breach(supplyRules.quota, message, {
    at: claim.document.at,
    object: objectName(claim),
    hint: `the quota stands in platform/tenants/, which operators own`,
  })
}

/** The sentence about a quota that one more claim would exceed. */
export function quotaMessage(
  draft: Draft,
  namespace: string,
  claim: { readonly kind: 'VpcClaim' | 'SubnetClaim' | 'EipClaim'; readonly name: string },
): string | undefined {
  const limit = draft.inputs.grants.get(namespace)?.quotas[claim.kind]
  if (limit === undefined) return undefined
  const key = entryKey(claim)
  const used = bookOf(draft, namespace)
    .values()
    .filter((entry) => entry.kind === claim.kind && entryKey(entry) !== key)
    .filter((entry) => entry.phase === 'held' || entry.phase === 'waiting')
    .toArray().length
  if (used < limit) return undefined
  return `${claim.kind} "${claim.name}" exceeds the quota count/${claim.kind.toLowerCase()}s.network.kmetal.io of "${namespace}": ${limit} granted, ${used} in use`
}
