import { formatPoolRange } from '../manifests/ip-address-pool.ts'
import { formatAddress } from '../net/address.ts'
import { formatCidr } from '../net/cidr.ts'
import { formatRange } from '../net/range.ts'
import type { Platform, ProviderNetwork, ProviderSubnet } from '../platform.ts'

/** `spec.networking` of a KMetal object that would declare this platform: canonical, so that equal ones are equal texts. */
export function platformText(platform: Platform) {
  return {
    ...(platform.defaultProviderSubnet === undefined
      ? {}
      : { defaultProviderSubnet: platform.defaultProviderSubnet }),
    extraBlockedEgressCIDRs: platform.blocked.map(formatCidr),
    loadBalancer: Object.fromEntries(
      platform.pools.map((pool) => [pool.field, { addresses: pool.ranges.map(formatPoolRange) }]),
    ),
    providerNetworks: platform.networks.map(namedNetwork),
  }
}

function namedNetwork(network: ProviderNetwork) {
  return { name: network.name, ...networkText(network) }
}

/** One entry of `providerNetworks` that would declare this network, but for its name. */
export function networkText(network: ProviderNetwork) {
  return {
    interface: network.interface,
    vlanID: network.vlanId,
    subnets: network.subnets.map(subnetText),
  }
}

function subnetText(subnet: ProviderSubnet) {
  return {
    name: subnet.name,
    cidrBlock: formatCidr(subnet.cidr),
    gateway: formatAddress({ family: subnet.cidr.family, value: subnet.gateway }),
    excludeIPs: subnet.excluded.ranges.map((range) => formatRange(range, '..')),
  }
}
