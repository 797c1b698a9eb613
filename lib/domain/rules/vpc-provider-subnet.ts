import type { VpcClaim } from '../claims/claim.ts'
import { quote } from '../claims/quote.ts'
import { providerSubnetAnnotation } from '../claims/vpc-claim.ts'
import type { Finding } from '../finding.ts'
import { segmentsOf } from '../segments.ts'
import type { ClaimContext } from './claim-context.ts'
import { listed } from './listed.ts'
import { breach, type Rule } from './rule.ts'
import { claimSpot } from './spot.ts'

const source = 'kMetal networking tasks, provider networks'

/** One provider subnet, named where there are several. */
export const vpcAmbiguousProviderNetwork: Rule = {
  id: 'vpc/ambiguous-provider-network',
  severity: 'error',
  wants: `A VpcClaim whose provider network has several subnets names one by the annotation ${providerSubnetAnnotation}.`,
  why: 'A VPC has one external subnet, and nobody but the tenant can say which.',
  example: 'providerNetworkRef: {name: provider2}   # ext-b and ext-b2, no annotation',
  source,
}

/** The subnet that is named is one of the network's. */
export const vpcForeignProviderSubnet: Rule = {
  id: 'vpc/foreign-provider-subnet',
  severity: 'error',
  wants: `The annotation ${providerSubnetAnnotation} names a subnet of the provider network that the claim names.`,
  why: 'The VPC would be connected to nothing, or to a segment the claim did not ask for.',
  example: `${providerSubnetAnnotation}: ext-a   # providerNetworkRef: {name: provider2}`,
  source,
}

/** An annotation that nothing reads. */
export const vpcAnnotationUnused: Rule = {
  id: 'vpc/annotation-unused',
  severity: 'warning',
  wants: `The annotation ${providerSubnetAnnotation} stands beside a providerNetworkRef.`,
  why: 'Without the reference the default provider subnet is used, whatever the annotation says.',
  example: `${providerSubnetAnnotation}: ext-b   # no providerNetworkRef`,
  source,
}

/** Somewhere to go out. */
export const vpcNoExternalSubnet: Rule = {
  id: 'vpc/no-external-subnet',
  severity: 'error',
  wants:
    'A VpcClaim with externalAccess: true names a provider network, or the platform has a default provider subnet.',
  why: 'Without an external subnet Kube-OVN connects nothing and says so in a log only.',
  example: 'externalAccess: true   # spec.networking.defaultProviderSubnet is absent',
  source: `${source}; seen on 1.16.2`,
}

const annotation = ['metadata', 'annotations', providerSubnetAnnotation]

/** Whether a VpcClaim and the platform name exactly one external subnet. */
export function checkVpcProviderSubnet(claim: VpcClaim, context: ClaimContext): readonly Finding[] {
  if (claim.seen.providerNetwork !== undefined) return checkNamed(claim, context)
  const findings: Finding[] = []
  const chosen = claim.seen.providerSubnet
  if (chosen !== undefined) {
    const message = `the annotation's subnet ${quote(chosen)} is not used: the claim names no provider network`
    const hint = 'name the provider network in spec.providerNetworkRef.name'
    findings.push(breach(vpcAnnotationUnused, message, { ...claimSpot(claim, annotation), hint }))
  }
  if (claim.seen.externalAccess === true) findings.push(...checkDefault(claim, context))
  return findings
}

function checkNamed(claim: VpcClaim, { platform }: ClaimContext): readonly Finding[] {
  const network = platform && segmentsOf(platform).networks.get(claim.seen.providerNetwork ?? '')
  if (network === undefined || network.subnets.length === 0) return []
  const names = network.subnets.map(({ name }) => name)
  const chosen = claim.seen.providerSubnet
  if (chosen !== undefined && !names.includes(chosen)) {
    const message = `${quote(chosen)} is no subnet of provider network ${quote(network.name)}, which has ${listed(names)}`
    return [breach(vpcForeignProviderSubnet, message, claimSpot(claim, annotation))]
  }
  if (chosen !== undefined || names.length === 1) return []
  const message = `provider network ${quote(network.name)} has ${names.length} subnets (${listed(names)}), and no annotation ${providerSubnetAnnotation} names one`
  const hint = `add the annotation ${providerSubnetAnnotation}: ${names[0]}`
  const spot = claimSpot(claim, ['spec', 'providerNetworkRef', 'name'])
  return [breach(vpcAmbiguousProviderNetwork, message, { ...spot, hint })]
}

function checkDefault(claim: VpcClaim, { platform }: ClaimContext): readonly Finding[] {
  const name = platform?.defaultProviderSubnet
  if (platform && name !== undefined && segmentsOf(platform).subnets.has(name)) return []
  const why =
    name === undefined
      ? 'the platform has no defaultProviderSubnet'
      : `defaultProviderSubnet ${quote(name)} is no provider subnet`
  const message = `externalAccess is true, the claim names no provider network and ${why}`
  const hint = 'name a provider network in spec.providerNetworkRef.name'
  const spot = claimSpot(claim, ['spec', 'externalAccess'])
  return [breach(vpcNoExternalSubnet, message, { ...spot, hint })]
}
