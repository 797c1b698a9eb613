import type { VpcSpec } from './claims/vpc-claim.ts'
import type { Platform, ProviderSubnet } from './platform.ts'
import { segmentsOf } from './segments.ts'

/**
 * The provider subnet by which a VPC reaches the outside; undefined where it may not, or where
 * the claim and the platform do not name exactly one.
 */
export function resolveExternalSubnet(
  spec: VpcSpec,
  platform: Platform,
): ProviderSubnet | undefined {
  if (!spec.externalAccess) return undefined
  const { networks, subnets } = segmentsOf(platform)
  if (spec.providerNetwork === undefined) return subnets.get(platform.defaultProviderSubnet ?? '')
  const own = networks.get(spec.providerNetwork)?.subnets ?? []
  if (spec.providerSubnet !== undefined) {
    return own.find((subnet) => subnet.name === spec.providerSubnet)
  }
  return own.length === 1 ? own[0] : undefined
}
