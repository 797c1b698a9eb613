import type { Finding } from '../../domain/finding.ts'
import { formatCidr } from '../../domain/net/cidr.ts'
import { formatRange } from '../../domain/net/range.ts'
import {
  emptySet,
  type RangeSet,
  rangeSet,
  setOverlap,
  subtract,
} from '../../domain/net/range-set.ts'
import type { Platform } from '../../domain/platform.ts'
import { listed } from '../../domain/rules/listed.ts'
import { breach } from '../../domain/rules/rule.ts'
import { platformSpot } from '../../domain/rules/spot.ts'
import { supplyRules } from '../../domain/rules/supply-rules.ts'
import { segmentsOf } from '../../domain/segments.ts'
import { networking, type PlatformChange } from './platform-request.ts'

/** Says what a change of the platform gives up, though nobody is known to miss it. */
export function checkLosses(change: PlatformChange): readonly Finding[] {
  return [...lostRanges(change), ...unblocked(change)]
}

/** Who has an address of a pool, only the cluster knows: without its list of Services, nobody looked. */
function lostRanges({ before, after, facts }: PlatformChange): readonly Finding[] {
  const next = new Map(after.platform.pools.map((pool) => [pool.name, pool.usable]))
  const isSeen = facts.complete.includes('Service')
  return before.pools.flatMap((pool) => {
    const lost = subtract(pool.usable, next.get(pool.name) ?? emptySet)
    if (lost.ranges.length === 0) return []
    const what = lost.ranges.map((range) => formatRange(range, '-'))
    const unseen = isSeen
      ? ''
      : ', and no cluster has reported which Services have an address of it'
    const message = `pool "${pool.name}" no longer has ${listed(what)}${unseen}`
    const path = [
      ...networking,
      'loadBalancer',
      ...(next.has(pool.name) ? [pool.field, 'addresses'] : []),
    ]
    return [
      breach(supplyRules.rangeRemoved, message, {
        ...platformSpot(after.document, path),
        severity: isSeen ? 'info' : 'warning',
      }),
    ]
  })
}

function unblocked({ before, after }: PlatformChange): readonly Finding[] {
  const still = blockedBy(after.platform)
  const open = before.blocked.filter(
    (cidr) => setOverlap(subtract(rangeSet([cidr]), still), cidr) !== undefined,
  )
  if (open.length === 0) return []
  const message = `tenants are no longer kept away from ${listed(open.map(formatCidr))}`
  const path = [...networking, 'extraBlockedEgressCIDRs']
  return [breach(supplyRules.unblocked, message, platformSpot(after.document, path))]
}

/** All that a drop rule in every VPC keeps tenants away from. */
function blockedBy(platform: Platform): RangeSet {
  const segments = [...segmentsOf(platform).subnets.values()].map(({ cidr }) => cidr)
  return rangeSet([...platform.blocked, ...segments])
}
