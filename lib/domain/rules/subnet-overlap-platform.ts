import type { SubnetClaim } from '../claims/claim.ts'
import type { Finding } from '../finding.ts'
import { type Cidr, formatCidr, parseCidr } from '../net/cidr.ts'
import { rangesOverlap } from '../net/range.ts'
import { poolsAt } from '../pools-at.ts'
import { segmentsOf } from '../segments.ts'
import type { Settings } from '../settings.ts'
import type { ClaimContext } from './claim-context.ts'
import { breach, type Rule } from './rule.ts'
import { claimSpot } from './spot.ts'
import { blocksOf } from './subnet-parts.ts'

/** No tenant's subnet on a provider segment. */
export const subnetOverlapsProvider: Rule = {
  id: 'subnet/overlaps-provider',
  severity: 'error',
  wants: 'A tenant subnet overlaps no provider subnet.',
  why: "Kube-OVN lets a VPC reach its own blocks (policy 31000), so such a block opens the providers' segment to the tenant.",
  example: 'cidrBlock: 198.51.0.0/16   # ext-a is 198.51.100.0/24',
  source: 'traced in OVN; kubeovn/kube-ovn #2654',
}

/** Better no tenant's subnet in the cluster's own ranges. */
export const subnetOverlapsCluster: Rule = {
  id: 'subnet/overlaps-cluster',
  severity: 'warning',
  wants:
    "A tenant subnet keeps off the cluster's join range, and off its pod and service ranges, where settings name them.",
  why: 'Kube-OVN never checks that in a custom VPC; traffic to the nodes or to services then ends in the subnet.',
  example: 'cidrBlock: 100.64.0.0/24   # settings.cluster.join is 100.64.0.0/16',
  source: 'kubeovn/kube-ovn #3627; seen on 1.16.2',
}

/** Better no tenant's subnet over the addresses of control planes. */
export const subnetOverlapsPool: Rule = {
  id: 'subnet/overlaps-pool',
  severity: 'warning',
  wants: 'A tenant subnet keeps off the pools of MetalLB.',
  why: 'Its machines look for such an address in their own subnet, and never reach a control plane or console behind it.',
  example: 'cidrBlock: 172.21.208.0/24   # tenant-cp-pool is 172.21.208.100-172.21.208.250',
  source: 'kMetal networking tasks, address pools; a connected route comes before all others',
}

/** Whether a SubnetClaim stays off the provider segments, the pools and the cluster's own ranges. */
export function checkSubnetOverlaps(
  claim: SubnetClaim,
  { settings, platform }: ClaimContext,
): readonly Finding[] {
  return blocksOf(claim).flatMap((block) => {
    const taken = platform && segmentsOf(platform).at(block)
    const own = taken === undefined ? ownRangesAt(block, settings) : []
    const pools = taken === undefined ? poolsAt(block, platform) : []
    if (taken === undefined && own.length === 0 && pools.length === 0) return []
    const spot = claimSpot(claim, ['spec', 'cidrBlock'])
    const what = `cidrBlock "${formatCidr(block)}" overlaps`
    if (taken !== undefined) {
      const message = `${what} provider subnet "${taken.name}" (${formatCidr(taken.cidr)})`
      return [breach(subnetOverlapsProvider, message, spot)]
    }
    return [
      ...own.map((range) => breach(subnetOverlapsCluster, `${what} the cluster's ${range}`, spot)),
      ...pools.map((pool) => breach(subnetOverlapsPool, `${what} ${pool}`, spot)),
    ]
  })
}

function ownRangesAt(block: Cidr, { cluster }: Settings): readonly string[] {
  const named = [
    ['join', cluster.join],
    ['pod', cluster.pods],
    ['service', cluster.services],
  ] as const
  return named.flatMap(([name, texts]) =>
    texts.filter((text) => overlaps(block, text)).map((text) => `${name} range ${text}`),
  )
}

function overlaps(block: Cidr, text: string): boolean {
  const cidr = parseCidr(text)
  return cidr !== undefined && rangesOverlap(cidr, block)
}
