import type { VpcClaim } from '../claims/claim.ts'
import { quote } from '../claims/quote.ts'
import { resolveExternalSubnet } from '../external-subnet.ts'
import type { Finding } from '../finding.ts'
import type { ClaimContext } from './claim-context.ts'
import { compareVersions } from './kube-ovn-version.ts'
import { breach, type Rule } from './rule.ts'
import { claimSpot } from './spot.ts'

/** Before 1.14 every VPC goes out by the one subnet `external`. */
export const vpcNeedsNewerKubeOvn: Rule = {
  id: 'vpc/needs-newer-kube-ovn',
  severity: 'error',
  wants:
    'With a Kube-OVN before 1.14 every VPC goes out by the provider subnet that is called external.',
  why: 'Up to 1.13 extraExternalSubnets adds to the subnet external in place of standing for it, so that the tenant reaches both.',
  example: 'kubeOvnVersion: 1.13.15   # and a VPC on ext-a',
  source: 'kubeovn/kube-ovn #5268; pkg/controller/vpc.go, handleUpdateVpcExternal',
}

/** Whether the Kube-OVN that runs can connect the VPC to its external subnet and to no other. */
export function checkVpcVersion(
  claim: VpcClaim,
  { settings, platform }: ClaimContext,
): readonly Finding[] {
  const { spec } = claim
  if (compareVersions(settings.kubeOvnVersion, '1.14') >= 0) return []
  if (spec === undefined || platform === undefined) return []
  const subnet = resolveExternalSubnet(spec, platform)
  if (subnet === undefined || subnet.name === 'external') return []
  const message = `provider subnet ${quote(subnet.name)} cannot be the only external subnet with Kube-OVN ${quote(settings.kubeOvnVersion)}, 1.14 is the first that can`
  const field =
    spec.providerNetwork === undefined ? ['externalAccess'] : ['providerNetworkRef', 'name']
  return [breach(vpcNeedsNewerKubeOvn, message, claimSpot(claim, ['spec', ...field]))]
}
