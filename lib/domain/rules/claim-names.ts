import type { Claim, EipClaim, SubnetClaim, VpcClaim } from '../claims/claim.ts'
import { quote } from '../claims/quote.ts'
import type { Path } from '../document.ts'
import { resolveExternalSubnet } from '../external-subnet.ts'
import type { Finding } from '../finding.ts'
import { egressEipName, eipName, nadName, subnetName, vpcName } from '../names.ts'
import type { ClaimContext } from './claim-context.ts'
import { breach, type Rule } from './rule.ts'
import { claimSpot } from './spot.ts'

/** The longest value of a Kubernetes label, and the longest DNS label (RFC 1123). */
const longestLabel = 63

/** Joined names are label values. */
export const nameTooLong: Rule = {
  id: 'name/too-long',
  severity: 'error',
  wants: 'The name that namespace and claim give an object has at most 63 characters.',
  why: 'Kube-OVN puts it into label keys and values; with more no workload and no address is ever made.',
  example: 'namespace: <40 characters>, name: <30 characters>',
  source: 'kube-ovn pkg/controller/ip.go; kubeovn/kube-ovn #2344, #2529',
}

/** Names that Kube-OVN uses itself. */
export const nameReserved: Rule = {
  id: 'name/reserved',
  severity: 'error',
  wants: 'No Vpc and no Subnet gets a name that Kube-OVN uses itself.',
  why: "The claim would take over the cluster's own router or switch, which share their names.",
  example: 'namespace: ovn, name: default   # Subnet ovn-default',
  source: 'kube-ovn pkg/controller/config.go; kubeovn/kube-ovn #5132',
}

/** A digit in front. */
export const nameLeadingDigit: Rule = {
  id: 'name/leading-digit',
  severity: 'warning',
  wants: 'The name of a Subnet begins with a letter.',
  why: 'Address sets are named after it, and an older Kube-OVN wrote matches with them that OVN cannot read.',
  example: 'namespace: 2024-prod',
  source: 'kubeovn/kube-ovn #3939, #4054',
}

/** The attachment's name, where it is derived, is a DNS label. */
export const attachmentName: Rule = {
  id: 'subnet/attachment-name',
  severity: 'error',
  wants: 'The name <claim>-net of an attachment has at most 63 characters.',
  why: 'It becomes a part of the provider and of annotation keys, and Kubernetes refuses longer ones.',
  example: 'name: <60 characters>   # and no attachment.name',
  source: 'kube-ovn pkg/util/const.go; RFC 1123',
}

/** Vpc, Subnets and load balancers that a cluster has from its first day on. */
export const reservedNames: ReadonlySet<string> = new Set([
  'ovn-cluster',
  'ovn-default',
  'join',
  'external',
  'ovn-vpc-external-network',
])

const namePath = ['metadata', 'name']
const namespacePath = ['metadata', 'namespace']

/** Whether the names that a claim gives its objects can be used. */
export function checkClaimNames(claim: Claim, context: ClaimContext): readonly Finding[] {
  if (claim.kind === 'VpcClaim') return checkVpcNames(claim, context)
  if (claim.kind === 'SubnetClaim') return checkSubnetNames(claim)
  if (claim.kind === 'EipClaim') return checkEipNames(claim)
  return []
}

function checkVpcNames(claim: VpcClaim, { platform }: ClaimContext): readonly Finding[] {
  const vpc = vpcName(claim.namespace)
  const findings = [...checkReserved(claim, `Vpc "${vpc}"`, vpc, namespacePath)]
  const subnet = claim.spec && platform && resolveExternalSubnet(claim.spec, platform)
  if (subnet !== undefined) {
    const parts = [claim.namespace, subnet.name] as const
    findings.push(...checkLength(claim, 'OvnEip', egressEipName(vpc, subnet.name), parts))
  }
  return findings
}

function checkSubnetNames(claim: SubnetClaim): readonly Finding[] {
  const { namespace, name } = claim
  const subnet = subnetName(namespace, name)
  const findings = [
    ...checkLength(claim, 'Subnet', subnet, [namespace, name]),
    ...checkReserved(claim, `Subnet "${subnet}"`, subnet, namePath),
    ...checkAttachment(claim),
  ]
  if (/^\d/.test(subnet)) {
    const message = `Subnet "${subnet}" begins with a digit`
    findings.push(breach(nameLeadingDigit, message, claimSpot(claim, namespacePath)))
  }
  return findings
}

/** A written name is judged where it is read; the derived one is longer than the claim's. */
function checkAttachment(claim: SubnetClaim): readonly Finding[] {
  const name = nadName(claim.name)
  const written = claim.document.source(['spec', 'attachment', 'name'])
  if (written !== undefined || name.length <= longestLabel) return []
  const message = `NetworkAttachmentDefinition ${quote(name)} has ${name.length} characters, ${longestLabel} are the most`
  const hint = 'write a shorter one as spec.attachment.name'
  return [breach(attachmentName, message, { ...claimSpot(claim, namePath), hint })]
}

function checkEipNames(claim: EipClaim): readonly Finding[] {
  if (claim.seen.type === 'lrp') return []
  const { namespace, name } = claim
  return checkLength(claim, 'OvnEip', eipName(namespace, name), [namespace, name])
}

function checkLength(
  claim: Claim,
  kind: string,
  joined: string,
  [namespace, name]: readonly [string, string],
): readonly Finding[] {
  if (joined.length <= longestLabel) return []
  const message = `${kind} "${joined}" of ${quote(namespace)} and ${quote(name)} has ${joined.length} characters, ${longestLabel} are the most`
  return [breach(nameTooLong, message, claimSpot(claim, namePath))]
}

function checkReserved(claim: Claim, what: string, name: string, path: Path): readonly Finding[] {
  if (!reservedNames.has(name)) return []
  return [
    breach(nameReserved, `${what} has a name that Kube-OVN uses itself`, claimSpot(claim, path)),
  ]
}
