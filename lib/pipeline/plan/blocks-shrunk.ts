import type { KdcCluster } from '../../domain/claims/claim.ts'
import { quote } from '../../domain/claims/quote.ts'
import type { Finding } from '../../domain/finding.ts'
import type { Entry } from '../../domain/ledger/entry.ts'
import { breach } from '../../domain/rules/rule.ts'
import { claimSpot } from '../../domain/rules/spot.ts'
import { vipRules } from '../../domain/rules/vip-rules.ts'

/** Whether a cluster asks for fewer blocks than it did; anything else about it may change. */
export function isShrunk({ spec }: KdcCluster, entry: Entry): boolean {
  return entry.kind === 'KdcCluster' && spec !== undefined && spec.blocks < entry.spec.blocks
}

/** Says so, with both numbers. */
export function blocksShrunk(claim: KdcCluster, entry: Entry): readonly Finding[] {
  if (entry.kind !== 'KdcCluster' || claim.spec === undefined) return []
  const spot = claimSpot(claim, ['spec', 'loadBalancer', 'blocks'])
  const { blocks } = claim.spec
  const now = spot.value === undefined ? `left out, which means ${blocks}` : `${blocks}`
  const message = `blocks of KdcCluster ${quote(claim.name)} only grow: ${entry.spec.blocks} cannot become ${now}`
  const hint = 'blocks come back when the cluster is deleted and its addresses are proven gone'
  return [breach(vipRules.blocksShrunk, message, { ...spot, hint })]
}
