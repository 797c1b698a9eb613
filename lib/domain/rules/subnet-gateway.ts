import { type Address, formatAddress } from '../net/address.ts'
import { type Cidr, formatCidr } from '../net/cidr.ts'
import { rangeContains } from '../net/range.ts'
import { takesIPv6Segments } from './kube-ovn-version.ts'
import type { Rule } from './rule.ts'

const source = 'kube-ovn pkg/util/validator.go'

/** The gateway is an address of its subnet. */
export const gatewayOutside: Rule = {
  id: 'subnet/gateway-outside',
  severity: 'error',
  wants: 'A gateway is an address of its subnet.',
  why: 'Kube-OVN refuses the Subnet and tries again for ever.',
  example: 'cidrBlock: 172.18.0.0/24\ngateway: 192.168.128.2',
  source: `${source}; kubeovn/kube-ovn #4728`,
}

/** The gateway is not the number of the network. */
export const gatewayNetworkAddress: Rule = {
  id: 'subnet/gateway-network-address',
  severity: 'error',
  wants: 'A gateway is not the first address of its subnet.',
  why: 'The first address names the network; Kube-OVN refuses it as a gateway.',
  example: 'cidrBlock: 10.16.0.0/16\ngateway: 10.16.0.0',
  source: `${source}; kubeovn/kube-ovn #4041`,
}

/** The gateway is not the broadcast address; all ones in IPv6 by version. */
export const gatewayLastAddress: Rule = {
  id: 'subnet/gateway-last-address',
  severity: 'error',
  wants:
    'A gateway is not the last address of its subnet; in IPv6 it may be from Kube-OVN 1.17 on.',
  why: 'The last IPv4 address is the broadcast address; Kube-OVN up to 1.16.2 refuses that of IPv6, too.',
  example: 'cidrBlock: 192.168.0.0/24\ngateway: 192.168.0.255',
  source: `${source}; kubeovn/kube-ovn #4043, #6878`,
}

/** A breach of one of the rules above. */
export interface GatewayProblem {
  readonly rule: Rule
  readonly message: string
}

/** What is wrong with `gateway` as the gateway of `block`, both of one family. */
export function gatewayProblem(
  gateway: Address,
  block: Cidr,
  kubeOvnVersion: string,
): GatewayProblem | undefined {
  const what = `gateway "${formatAddress(gateway)}"`
  const whole = formatCidr(block)
  if (!rangeContains(block, gateway)) {
    return { rule: gatewayOutside, message: `${what} is not in ${whole}` }
  }
  // A block of two addresses has no broadcast address (RFC 3021; SubnetBroadcast in Kube-OVN).
  if (block.last - block.first < 2n) return undefined
  if (gateway.value === block.first) {
    return { rule: gatewayNetworkAddress, message: `${what} is the network address of ${whole}` }
  }
  if (gateway.value !== block.last) return undefined
  if (gateway.family === 'IPv4') {
    return { rule: gatewayLastAddress, message: `${what} is the broadcast address of ${whole}` }
  }
  if (takesIPv6Segments(kubeOvnVersion)) return undefined
  const message = `${what} is the last address of ${whole}, which Kube-OVN ${kubeOvnVersion} refuses`
  return { rule: gatewayLastAddress, message }
}
