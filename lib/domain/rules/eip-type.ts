import type { EipClaim } from '../claims/claim.ts'
import type { Finding } from '../finding.ts'
import { segmentsOf } from '../segments.ts'
import type { ClaimContext } from './claim-context.ts'
import { breach, type Rule } from './rule.ts'
import { claimSpot } from './spot.ts'

const source = 'kMetal networking tasks, EipClaim'

/** The claim `external` is the router's address. */
export const eipExternalNotLrp: Rule = {
  id: 'eip/external-not-lrp',
  severity: 'error',
  wants: 'The EipClaim named external has spec.type: lrp.',
  why: "It stands for the VPC's router port, so that no Service may take it.",
  example: 'kind: EipClaim\nmetadata: {name: external}\nspec: {type: nat}',
  source,
}

/** An lrp claim of another name does nothing. */
export const eipLrpUnused: Rule = {
  id: 'eip/lrp-unused',
  severity: 'warning',
  wants: 'Only the EipClaim named external has spec.type: lrp.',
  why: 'A VPC has one router port outside; another lrp claim gets no address and no Service can use it.',
  example: 'kind: EipClaim\nmetadata: {name: web}\nspec: {type: lrp}',
  source,
}

/** The egress address of a VPC has a name that no nat claim may take. */
export const eipNamedLikeSubnet: Rule = {
  id: 'eip/named-like-provider-subnet',
  severity: 'error',
  wants: 'No nat EipClaim is named like a provider subnet.',
  why: 'Its OvnEip <namespace>-<claim> would be the one that Kube-OVN takes for the router port <vpc>-<provider subnet>.',
  example: 'kind: EipClaim\nmetadata: {name: ext-a}\nspec: {type: nat}',
  source: 'kube-ovn pkg/controller/vpc.go; seen on 1.16.2',
}

/** Whether type and name of an EipClaim go together. */
export function checkEipType(claim: EipClaim, { platform }: ClaimContext): readonly Finding[] {
  const { type } = claim.seen
  if (type === 'lrp' && claim.name !== 'external') {
    const message = `EipClaim "${claim.name}" is of type lrp, which only the claim "external" uses`
    return [breach(eipLrpUnused, message, claimSpot(claim, ['spec', 'type']))]
  }
  if (type !== 'nat') return []
  if (claim.name === 'external') {
    const why = claim.document.source(['spec', 'type']) === undefined ? 'nat, the default' : 'nat'
    const message = `EipClaim "external" must have spec.type: lrp, it is ${why}`
    const spot = claimSpot(claim, ['spec', 'type'])
    return [breach(eipExternalNotLrp, message, { ...spot, hint: 'write type: lrp' })]
  }
  const subnet = platform && segmentsOf(platform).subnets.get(claim.name)
  if (subnet === undefined) return []
  const message = `EipClaim "${claim.name}" has the name of a provider subnet, so that its OvnEip "${claim.namespace}-${claim.name}" is the router's`
  return [breach(eipNamedLikeSubnet, message, claimSpot(claim, ['metadata', 'name']))]
}
