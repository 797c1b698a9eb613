import { type Claim, objectName } from '../../domain/claims/claim.ts'
import type { Finding } from '../../domain/finding.ts'
import { lifeRules } from '../../domain/rules/life-rules.ts'
import { breach } from '../../domain/rules/rule.ts'
import type { Draft } from './draft.ts'

/** The address answers for one Service; which one that is, only the cluster knows. */
export function sharedBy(draft: Draft, claim: Claim): readonly Finding[] {
  if (claim.kind !== 'EipClaim') return []
  const services = draft.view
    .bindingsOf(claim.namespace, claim.name)
    .filter(({ clusterLives }) => clusterLives)
    .map(({ cluster, service }) => `${service} in cluster "${cluster}"`)
  if (services.length < 2) return []
  const message = `EipClaim "${claim.name}" serves one Service at a time, but ${services.length} use it: ${services.slice(0, 3).join(', ')}${services.length > 3 ? ', …' : ''}`
  const hint = 'give each Service a claim of its own by annotation network.kmetal.io/eip-claim'
  const spot = { at: claim.document.at, object: objectName(claim), hint }
  return [breach(lifeRules.twoServices, message, spot)]
}
