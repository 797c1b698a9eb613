import type { SubnetClaim } from '../claims/claim.ts'
import type { Finding } from '../finding.ts'
import { formatCidr, parseCidr } from '../net/cidr.ts'
import { rangesOverlap } from '../net/range.ts'
import type { ClaimContext } from './claim-context.ts'
import { breach } from './rule.ts'
import { claimSpot } from './spot.ts'
import { blocksOf } from './subnet-parts.ts'
import { vipRules } from './vip-rules.ts'

/** Whether a SubnetClaim stays off the VIP pool of its project. */
export function checkSubnetVipPool(
  claim: SubnetClaim,
  { vipPools = [] }: ClaimContext,
): readonly Finding[] {
  return vipPools.flatMap((pool) => overlaps(claim, pool))
}

function overlaps(claim: SubnetClaim, vipPool: string): readonly Finding[] {
  const pool = parseCidr(vipPool)
  if (pool === undefined) return []
  return blocksOf(claim).flatMap((block) => {
    if (!rangesOverlap(block, pool)) return []
    const message = `cidrBlock "${formatCidr(block)}" overlaps the VIP pool ${vipPool} of environment "${claim.namespace}"`
    const hint = 'choose a block outside of the pool'
    return [
      breach(vipRules.poolOverlap, message, { ...claimSpot(claim, ['spec', 'cidrBlock']), hint }),
    ]
  })
}
