import type { Finding } from '../../domain/finding.ts'
import { type Cidr, formatCidr, parseCidr } from '../../domain/net/cidr.ts'
import { rangesOverlap } from '../../domain/net/range.ts'
import { poolsAt } from '../../domain/pools-at.ts'
import { breach } from '../../domain/rules/rule.ts'
import { vipRules } from '../../domain/rules/vip-rules.ts'
import { segmentsOf } from '../../domain/segments.ts'
import type { VipRequest } from './vip-step.ts'

/** A pool that VIP blocks come from, or are to come from. */
export interface NamedPool {
  /** Canonical. */
  readonly cidr: string
  /** What declares it, `VIP_POOL_CIDR`. */
  readonly name: string
  readonly spot: Partial<Finding>
}

/** What a VIP pool may not share with the platform, whoever was there first. */
export function checkVipPool(
  request: VipRequest,
  { cidr: text, name, spot }: NamedPool,
): readonly Finding[] {
  const pool = parseCidr(text)
  if (pool === undefined) return []
  const { cluster } = request.settings
  const start = `${name} "${text}" overlaps`
  const services = overlapping(pool, cluster.services).map((text) =>
    breach(vipRules.poolOverlapsServices, `${start} the cluster's service range ${text}`, spot),
  )
  const segments = [...segmentsOf(request.platform).subnets.values()]
    .filter(({ cidr }) => rangesOverlap(cidr, pool))
    .map(({ name, cidr }) => `provider subnet "${name}" (${formatCidr(cidr)})`)
  const pools = poolsAt(pool, request.platform)
  const ranges = [
    ...overlapping(pool, cluster.join).map((text) => `the cluster's join range ${text}`),
    ...overlapping(pool, cluster.pods).map((text) => `the cluster's pod range ${text}`),
  ]
  const others = [...segments, ...pools, ...ranges].map((what) =>
    breach(vipRules.poolOverlapsPlatform, `${start} ${what}`, spot),
  )
  return [...services, ...others]
}

function overlapping(pool: Cidr, texts: readonly string[]): readonly string[] {
  return texts.filter((text) => {
    const cidr = parseCidr(text)
    return cidr !== undefined && rangesOverlap(cidr, pool)
  })
}
