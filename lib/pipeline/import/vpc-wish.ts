import { isLabel } from '../../domain/claims/syntax.ts'
import type { VpcSpec } from '../../domain/claims/vpc-claim.ts'
import { resolveExternalSubnet } from '../../domain/external-subnet.ts'
import type { Platform } from '../../domain/platform.ts'
import { segmentsOf } from '../../domain/segments.ts'
import type { LiveObject } from './live.ts'
import type { Notes } from './notes.ts'
import { vpcSpecOf } from './written-claims.ts'

/** Whether a VpcClaim asks for a Vpc that leaves through that provider subnet, or for one that does not leave. */
export function saysSo(
  claim: LiveObject,
  external: string | undefined,
  { platform, notes }: { readonly platform: Platform; readonly notes: Notes },
): boolean {
  const spec = notes.isLeft(claim) || !isLabel(claim.name) ? undefined : vpcSpecOf(claim)
  if (spec === undefined) return false
  if (external === undefined) return !spec.externalAccess
  return resolveExternalSubnet(spec, platform)?.name === external
}

/** What a VpcClaim says to leave through a provider subnet: by default where that is meant, else by the network's name, and the subnet's where it has several. */
export function specFor(external: string | undefined, platform: Platform): VpcSpec {
  const { subnets, networks } = segmentsOf(platform)
  const { defaultProviderSubnet } = platform
  if (external === undefined) return { externalAccess: false }
  const network = subnets.get(external)?.network
  if (external === defaultProviderSubnet || network === undefined) return { externalAccess: true }
  const several = (networks.get(network)?.subnets.length ?? 0) > 1
  return {
    externalAccess: true,
    providerNetwork: network,
    ...(several ? { providerSubnet: external } : {}),
  }
}
