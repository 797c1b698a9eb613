import type { Finding } from '../../domain/finding.ts'
import { cidrsOf } from '../../domain/ledger/blocks.ts'
import { type Entry, holderName, isHeld, isLeaving } from '../../domain/ledger/entry.ts'
import { subnetName, vpcName } from '../../domain/names.ts'
import { formatCidr, sameCidr } from '../../domain/net/cidr.ts'
import { IntervalIndex } from '../../domain/net/interval-index.ts'
import type { ProviderSubnet } from '../../domain/platform.ts'
import { conflictRules } from '../../domain/rules/conflict-rules.ts'
import { breach } from '../../domain/rules/rule.ts'
import { segmentRules } from '../../domain/rules/segment-rules.ts'
import { platformSpot } from '../../domain/rules/spot.ts'
import { segmentsOf } from '../../domain/segments.ts'
import { type PlatformChange, pathOfSubnet } from './platform-request.ts'

/** A new segment becomes a drop rule in every VPC, so it may not cover what a tenant has. */
export function checkClaims(change: PlatformChange): readonly Finding[] {
  const before = segmentsOf(change.before).subnets
  const index = new IntervalIndex<ProviderSubnet>()
  for (const subnet of segmentsOf(change.after.platform).subnets.values()) {
    const former = before.get(subnet.name)
    if (former === undefined || !sameCidr(former.cidr, subnet.cidr))
      index.insert(subnet.cidr, subnet)
  }
  return [...change.state.books].flatMap(([namespace, book]) =>
    [...book.values()].flatMap((entry) => {
      if (entry.kind !== 'SubnetClaim' || entry.phase === 'rejected') return []
      const hit = cidrsOf(entry.spec.cidrBlock)
        .map((cidr) => index.firstOverlap(cidr)?.value)
        .find((found) => found !== undefined)
      if (hit === undefined) return []
      const holder = holderName(namespace, entry)
      const message = `provider subnet "${hit.name}" (${formatCidr(hit.cidr)}) overlaps ${holder} (${entry.spec.cidrBlock})`
      const path = [...pathOfSubnet(change, hit.name), 'cidrBlock']
      return [
        breach(segmentRules.overlapsClaim, message, platformSpot(change.after.document, path)),
      ]
    }),
  )
}

/** OVN keeps routers and switches in one space: a new segment may not be called like a tenant's Vpc or Subnet. */
export function checkSubnetNames(change: PlatformChange): readonly Finding[] {
  const before = segmentsOf(change.before).subnets
  const fresh = segmentsOf(change.after.platform)
    .subnets.keys()
    .filter((name) => !before.has(name))
  const names = new Set(fresh)
  if (names.size === 0) return []
  return [...change.state.books].flatMap(([namespace, book]) =>
    [...book.values()].flatMap((entry) => {
      if (!isHeld(entry) && !isLeaving(entry)) return []
      const name = datapathName(namespace, entry)
      if (name === undefined || !names.has(name)) return []
      const holder = holderName(namespace, entry)
      const path = [...pathOfSubnet(change, name), 'name']
      const message = `provider subnet "${name}" has the name of the ${entry.kind === 'VpcClaim' ? 'Vpc' : 'Subnet'} of ${holder}`
      return [breach(conflictRules.nameTaken, message, platformSpot(change.after.document, path))]
    }),
  )
}

function datapathName(namespace: string, entry: Entry): string | undefined {
  if (entry.kind === 'VpcClaim') return vpcName(namespace)
  return entry.kind === 'SubnetClaim' ? subnetName(namespace, entry.name) : undefined
}
