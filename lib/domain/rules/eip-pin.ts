import type { EipClaim } from '../claims/claim.ts'
import type { Finding } from '../finding.ts'
import { type Address, formatAddress, parseAddress } from '../net/address.ts'
import { formatCidr } from '../net/cidr.ts'
import { formatRange, rangeContains, rangeOf } from '../net/range.ts'
import { setOverlap } from '../net/range-set.ts'
import type { ProviderSubnet } from '../platform.ts'
import { breach, type Rule } from './rule.ts'
import { claimSpot } from './spot.ts'

const source = 'kube-ovn pkg/controller/ovn_eip.go and pkg/ipam; seen on 1.16.2'

/** The pin is an address of the VPC's segment. */
export const eipPinOutside: Rule = {
  id: 'eip/pin-outside',
  severity: 'error',
  wants: "A pinned address lies in the provider subnet of the claim's VPC.",
  why: 'The OvnEip would have no status at all and the claim would stay EipNotReady.',
  example: 'v4Ip: 203.0.113.9   # ext-a is 198.51.100.0/24',
  source,
}

/** The pin is neither the first nor the last address of its segment. */
export const eipPinEdge: Rule = {
  id: 'eip/pin-edge',
  severity: 'error',
  wants:
    'A pinned address is neither the network nor the broadcast address of its provider subnet.',
  why: 'No host can have it; the OvnEip would have no status at all.',
  example: 'v4Ip: 198.51.100.255   # ext-a is 198.51.100.0/24',
  source,
}

/** The pin is not the gateway's. */
export const eipPinGateway: Rule = {
  id: 'eip/pin-gateway',
  severity: 'error',
  wants: "A pinned address is not the gateway's.",
  why: 'Kube-OVN takes it without a word, and the whole segment loses its way out.',
  example: 'v4Ip: 198.51.100.1   # gateway of ext-a',
  source,
}

/** The pin is not held back. */
export const eipPinExcluded: Rule = {
  id: 'eip/pin-excluded',
  severity: 'error',
  wants: 'A pinned address is not among the excludeIPs of its provider subnet.',
  why: 'Operators held it back for something else; Kube-OVN would take it without a word.',
  example: 'v4Ip: 198.51.100.10   # excludeIPs: [198.51.100.1..198.51.100.19]',
  source: `kubeovn/kube-ovn #2653; ${source}`,
}

const path = ['spec', 'v4Ip']

/** Why the pin of `claim` can never be an address of `subnet`, the external subnet of its VPC. */
export function pinProblems(claim: EipClaim, subnet: ProviderSubnet): readonly Finding[] {
  const pin = parseAddress(claim.seen.v4Ip ?? '')
  if (pin === undefined) return []
  const problem = problemOf(pin, subnet)
  if (problem === undefined) return []
  const [rule, why] = problem
  return [breach(rule, `v4Ip "${formatAddress(pin)}" ${why}`, claimSpot(claim, path))]
}

function problemOf(pin: Address, subnet: ProviderSubnet): readonly [Rule, string] | undefined {
  const { cidr, gateway, name } = subnet
  const where = `provider subnet "${name}" (${formatCidr(cidr)})`
  if (!rangeContains(cidr, pin)) return [eipPinOutside, `is not in ${where}`]
  const isPair = cidr.last - cidr.first < 2n
  if (pin.value === cidr.first && !isPair) {
    return [eipPinEdge, `is the network address of ${where}`]
  }
  if (pin.value === cidr.last && !isPair) {
    return [eipPinEdge, `is the broadcast address of ${where}`]
  }
  if (pin.value === gateway) return [eipPinGateway, `is the gateway of ${where}`]
  const excluded = setOverlap(subnet.excluded, rangeOf(pin))
  if (excluded === undefined) return undefined
  return [eipPinExcluded, `is excluded from ${where} by ${formatRange(excluded, '..')}`]
}
