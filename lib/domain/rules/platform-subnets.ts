import { quote } from '../claims/quote.ts'
import type { Document } from '../document.ts'
import type { Finding } from '../finding.ts'
import { formatCidr } from '../net/cidr.ts'
import { overlapsAmong } from '../net/overlap.ts'
import { takesIPv6Segments } from './kube-ovn-version.ts'
import { breach, type Rule } from './rule.ts'
import { platformSpot } from './spot.ts'
import { subnetExcludeOutside, whyOutside } from './subnet-exclude-outside.ts'
import { gatewayProblem } from './subnet-gateway.ts'
import { subnetNoRoom, subnetNothingLeft, whyNoRoom, whyNothingLeft } from './subnet-room.ts'
import { subnetSpecialRange, whySpecial } from './subnet-special-range.ts'
import { type WrittenSubnet, writtenSubnets } from './written-platform.ts'

/** Provider subnets are disjoint. */
export const platformSubnetOverlap: Rule = {
  id: 'platform/subnet-overlap',
  severity: 'error',
  wants: 'Provider subnets do not overlap each other.',
  why: 'One address would be given twice, and a drop rule for one segment would cut the other.',
  example:
    'subnets: [{name: ext-a, cidrBlock: 198.51.100.0/24}, {name: ext-b, cidrBlock: 198.51.100.128/25}]',
  source: 'kube-ovn pkg/controller/subnet.go compares within one VLAN only',
}

/** Provider subnets are IPv4 for now. */
export const platformSubnetFamily: Rule = {
  id: 'platform/subnet-family',
  severity: 'error',
  wants: 'Provider subnets are IPv4, up to Kube-OVN 1.16.2.',
  why: 'There the address of an OvnEip goes into a label, colons are none, and no OvnEip ever gets ready.',
  example: 'cidrBlock: 2001:db8:1::/64',
  source: 'kubeovn/kube-ovn #6643; seen on 1.16.2',
}

/** Whether each provider subnet can be one, and whether they stay off each other. */
export function checkPlatformSubnets(
  document: Document,
  kubeOvnVersion: string,
): readonly Finding[] {
  const subnets = writtenSubnets(document)
  return [
    ...subnets.flatMap((subnet) => [
      ...checkBlock(document, subnet, kubeOvnVersion),
      ...checkGateway(document, subnet, kubeOvnVersion),
      ...checkExcludes(document, subnet),
    ]),
    ...overlaps(document, subnets),
  ]
}

function checkBlock(
  document: Document,
  subnet: WrittenSubnet,
  version: string,
): readonly Finding[] {
  const { cidr, path } = subnet
  if (cidr === undefined) return []
  const what = `cidrBlock "${formatCidr(cidr)}" of provider subnet ${quote(subnet.name ?? '')}`
  const spot = platformSpot(document, [...path, 'cidrBlock'])
  const special = whySpecial(cidr)
  if (special !== undefined) return [breach(subnetSpecialRange, `${what} ${special}`, spot)]
  if (cidr.family === 'IPv6' && !takesIPv6Segments(version)) {
    const message = `${what} is IPv6, which Kube-OVN ${quote(version)} gives no address from`
    return [breach(platformSubnetFamily, message, spot)]
  }
  const why = whyNoRoom(cidr)
  return why === undefined ? [] : [breach(subnetNoRoom, `cidrBlock ${why}`, spot)]
}

function checkGateway(
  document: Document,
  subnet: WrittenSubnet,
  version: string,
): readonly Finding[] {
  const { cidr, gateway, path } = subnet
  if (cidr === undefined || gateway === undefined || whyNoRoom(cidr) !== undefined) return []
  const problem = gatewayProblem(gateway, cidr, version)
  if (problem === undefined) return []
  return [breach(problem.rule, problem.message, platformSpot(document, [...path, 'gateway']))]
}

function checkExcludes(document: Document, subnet: WrittenSubnet): readonly Finding[] {
  const { cidr, gateway, excludes, path } = subnet
  if (cidr === undefined || whyNoRoom(cidr) !== undefined) return []
  const findings = excludes.flatMap((exclude) => {
    const why = whyOutside(exclude.value, [cidr])
    if (why === undefined) return []
    const message = `excluded ${quote(exclude.text)} ${why}`
    return [breach(subnetExcludeOutside, message, platformSpot(document, exclude.path))]
  })
  const held = excludes.map(({ value }) => value)
  const why = whyNothingLeft(cidr, gateway, held)
  if (why === undefined) return findings
  return [
    ...findings,
    breach(subnetNothingLeft, why, platformSpot(document, [...path, 'excludeIPs'])),
  ]
}

function overlaps(document: Document, subnets: readonly WrittenSubnet[]): readonly Finding[] {
  const sized = subnets.flatMap(({ name = '', path, cidr }) =>
    cidr === undefined ? [] : [{ name, cidr, path: [...path, 'cidrBlock'] }],
  )
  return overlapsAmong(sized.map(({ cidr }) => cidr)).flatMap((pair) => {
    // The one that is written later is told about the one before it.
    const first = sized[Math.min(...pair)]
    const second = sized[Math.max(...pair)]
    if (first === undefined || second === undefined) return []
    const message = `provider subnet ${quote(second.name)} (${formatCidr(second.cidr)}) overlaps provider subnet ${quote(first.name)} (${formatCidr(first.cidr)})`
    const related = [
      { at: document.place(first.path), message: `provider subnet ${quote(first.name)}` },
    ]
    const spot = platformSpot(document, second.path)
    return [breach(platformSubnetOverlap, message, { ...spot, related })]
  })
}
