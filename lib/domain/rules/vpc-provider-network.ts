import type { VpcClaim } from '../claims/claim.ts'
import { quote } from '../claims/quote.ts'
import type { Finding } from '../finding.ts'
import type { Platform } from '../platform.ts'
import { segmentsOf } from '../segments.ts'
import type { ClaimContext } from './claim-context.ts'
import { listed } from './listed.ts'
import { breach, type Rule } from './rule.ts'
import { claimSpot } from './spot.ts'

const source = 'kMetal networking tasks, provider networks'

/** A provider network is for those who go out. */
export const vpcReferenceWithoutAccess: Rule = {
  id: 'vpc/reference-without-access',
  severity: 'error',
  wants: 'providerNetworkRef stands only beside externalAccess: true.',
  why: 'Without external access the VPC is connected to nothing, and the reference would be a wish nobody hears.',
  example: 'externalAccess: false\nproviderNetworkRef: {name: provider2}',
  source,
}

/** The provider network exists. */
export const vpcUnknownProviderNetwork: Rule = {
  id: 'vpc/unknown-provider-network',
  severity: 'error',
  wants: 'providerNetworkRef names a provider network of the platform.',
  why: 'The VPC would be connected to nothing; Kube-OVN says so in a log only.',
  example: 'providerNetworkRef: {name: provider9}',
  source: `${source}; seen on 1.16.2`,
}

/** The provider network has a subnet to draw from. */
export const vpcProviderNetworkEmpty: Rule = {
  id: 'vpc/provider-network-empty',
  severity: 'error',
  wants: 'The provider network that a VpcClaim names has a subnet.',
  why: 'Without a subnet there is no address for the router.',
  example: 'providerNetworkRef: {name: provider3}   # subnets: []',
  source,
}

/** The operators granted the provider network. */
export const vpcProviderNetworkNotGranted: Rule = {
  id: 'vpc/provider-network-not-granted',
  severity: 'error',
  wants:
    "A VpcClaim names only provider networks that its Namespace's annotation netclaim.dev/provider-networks lists, where settings.grants.providerNetworks is granted.",
  why: 'Whoever reaches a segment can use its addresses: operators decide who does.',
  example: 'providerNetworkRef: {name: provider2}   # the Namespace lists provider only',
  source: 'settings.grants.providerNetworks',
}

const path = ['spec', 'providerNetworkRef', 'name']

/** Whether the provider network that a VpcClaim names can be had. */
export function checkVpcProviderNetwork(
  claim: VpcClaim,
  { settings, platform, grants }: ClaimContext,
): readonly Finding[] {
  const name = claim.seen.providerNetwork
  if (name === undefined) return []
  const spot = claimSpot(claim, path)
  const findings: Finding[] = []
  if (claim.seen.externalAccess === false) {
    const message = `providerNetworkRef names ${quote(name)}, but externalAccess is false`
    const hint = 'write externalAccess: true, or take providerNetworkRef out'
    findings.push(breach(vpcReferenceWithoutAccess, message, { ...spot, hint }))
  }
  const network = platform && segmentsOf(platform).networks.get(name)
  if (network === undefined) {
    findings.push(unknown(name, platform?.networks ?? [], spot))
  } else if (network.subnets.length === 0) {
    findings.push(
      breach(vpcProviderNetworkEmpty, `provider network ${quote(name)} has no subnet`, spot),
    )
  }
  const granted = grants?.providerNetworks ?? []
  if (settings.grants.providerNetworks === 'granted' && !granted.includes(name)) {
    const message = `provider network ${quote(name)} is not granted to ${quote(claim.namespace)}, granted are ${listed(granted)}`
    findings.push(breach(vpcProviderNetworkNotGranted, message, spot))
  }
  return findings
}

/** Whoever thinks of an address may name the subnet that it is of. */
function unknown(
  name: string,
  networks: Platform['networks'],
  spot: ReturnType<typeof claimSpot>,
): Finding {
  const known = listed(networks.map((network) => network.name))
  const meant = networks.find(({ subnets }) => subnets.some((subnet) => subnet.name === name))
  const message = `provider network ${quote(name)} is unknown, known are ${known}`
  const hint = `write ${quote(meant?.name ?? '')}, the provider network that ${quote(name)} is a subnet of`
  return breach(vpcUnknownProviderNetwork, message, { ...spot, ...(meant && { hint }) })
}
