import type { SubnetClaim } from '../claims/claim.ts'
import type { Finding } from '../finding.ts'
import { breach, type Rule } from './rule.ts'
import { claimSpot } from './spot.ts'
import { blocksOf } from './subnet-parts.ts'

/** A wish for SNAT that something can come of. */
export const subnetSnatOtherFamily: Rule = {
  id: 'subnet/snat-other-family',
  severity: 'warning',
  wants: 'enableSnatRule stands in a subnet that has an IPv4 block.',
  why: 'The egress address of a VPC is IPv4: Kube-OVN makes nothing of the rule and calls it ready.',
  example: 'cidrBlock: fd00:77::/64\nprotocol: IPv6\nenableSnatRule: true',
  source: 'kube-ovn pkg/controller/ovn_snat.go: a NAT row for each family that both sides have',
}

/** Whether a SubnetClaim that asks for SNAT has the family of the egress address. */
export function checkSubnetSnat(claim: SubnetClaim): readonly Finding[] {
  const blocks = blocksOf(claim)
  if (claim.seen.enableSnatRule !== true || blocks.length === 0) return []
  if (blocks.some(({ family }) => family === 'IPv4')) return []
  const message = `enableSnatRule is true, but ${claim.seen.cidrBlock} has no IPv4 address to be translated to the egress address`
  return [breach(subnetSnatOtherFamily, message, claimSpot(claim, ['spec', 'enableSnatRule']))]
}
