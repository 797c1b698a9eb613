import { formatAddress } from '../net/address.ts'
import { formatCidr } from '../net/cidr.ts'
import { rangeOf } from '../net/range.ts'
import type { ProviderNetwork, ProviderSubnet } from '../platform.ts'
import { excludeIps } from './exclude-ips.ts'
import type { Manifest } from './manifest.ts'
import { metadataOf } from './origin.ts'
import { subnetPart } from './platform-parts.ts'

/** The underlay Subnet of a provider subnet, in the default VPC as external subnets must be. */
export function renderProviderSubnet(
  network: ProviderNetwork,
  subnet: ProviderSubnet,
  vlan = network.name,
): Manifest {
  const gateway = { family: subnet.cidr.family, value: subnet.gateway }
  const origin = { platform: subnetPart(network.name, subnet.name) }
  return {
    apiVersion: 'kubeovn.io/v1',
    kind: 'Subnet',
    metadata: metadataOf(subnet.name, 'ProviderSubnet', origin),
    spec: {
      vpc: 'ovn-cluster',
      vlan,
      protocol: subnet.cidr.family,
      cidrBlock: formatCidr(subnet.cidr),
      gateway: formatAddress(gateway),
      excludeIps: excludeIps(subnet.excluded.ranges, [rangeOf(gateway)]),
    },
  }
}
