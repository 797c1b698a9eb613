import type * as z from 'zod'
import { compareText } from '../compare-text.ts'
import { parseAddress } from '../net/address.ts'
import { type Cidr, compareCidrs, hosts, parseCidr, sameCidr } from '../net/cidr.ts'
import { parseRange, type Range, rangeOf } from '../net/range.ts'
import { rangeSet, subtract } from '../net/range-set.ts'
import type { LoadBalancerPool, Platform, ProviderNetwork, ProviderSubnet } from '../platform.ts'
import type { NetworkingFile } from './kmetal.ts'

type Networking = z.output<typeof NetworkingFile>
type NetworkText = NonNullable<Networking['providerNetworks']>[number]
type SubnetText = NetworkText['subnets'][number]

/** The fields of `spec.networking` that could be read; a pool may be missing among them. */
export type NetworkingText = Partial<Omit<Networking, 'loadBalancer'>> & {
  readonly loadBalancer?: Partial<Networking['loadBalancer']>
}

/** The platform that `spec.networking` declares. */
export function platformOf(text: NetworkingText): Platform {
  const { tenantControlPlanes, management } = text.loadBalancer ?? {}
  return {
    networks: (text.providerNetworks ?? []).map(networkOf).toSorted(byName),
    ...(text.defaultProviderSubnet ? { defaultProviderSubnet: text.defaultProviderSubnet } : {}),
    pools: [
      ...(management ? [poolOf('mgmt-pool', 'management', management.addresses)] : []),
      ...(tenantControlPlanes
        ? [poolOf('tenant-cp-pool', 'tenantControlPlanes', tenantControlPlanes.addresses)]
        : []),
    ],
    blocked: blockedOf(text.extraBlockedEgressCIDRs ?? []),
  }
}

/** The range that an entry of a pool stands for; undefined where it is none. */
export function parsePoolEntry(text: string): Range | undefined {
  const range = text.includes('/') ? parseCidr(text) : parseRange(text, '-')
  return range && { family: range.family, first: range.first, last: range.last }
}

/** The range that an entry of a Reservation stands for, whichever way it is written; undefined where it is none. */
export function parseAddressRange(text: string): Range | undefined {
  return text.includes('..') ? parseRange(text, '..') : parsePoolEntry(text)
}

function networkOf(network: NetworkText): ProviderNetwork {
  const { name, interface: device, vlanID = 0, subnets } = network
  const read = subnets.flatMap((subnet) => subnetOf(subnet, name) ?? [])
  return { name, interface: device, vlanId: vlanID, subnets: read.toSorted(byName) }
}

function subnetOf(subnet: SubnetText, network: string): ProviderSubnet | undefined {
  const cidr = parseCidr(subnet.cidrBlock)
  if (cidr === undefined) return undefined
  const written = subnet.gateway === undefined ? undefined : parseAddress(subnet.gateway)
  const gateway = written ?? { family: cidr.family, value: hosts(cidr).first }
  const ranges = (subnet.excludeIPs ?? []).flatMap((entry) => parseRange(entry, '..') ?? [])
  const excluded = rangeSet([...ranges, rangeOf(gateway)])
  const usable = subtract(rangeSet([hosts(cidr)]), excluded)
  return { name: subnet.name, network, cidr, gateway: gateway.value, excluded, usable }
}

function poolOf(
  name: LoadBalancerPool['name'],
  field: LoadBalancerPool['field'],
  entries: readonly string[],
): LoadBalancerPool {
  const ranges = entries.flatMap((entry) => parsePoolEntry(entry) ?? [])
  return { name, field, ranges, usable: rangeSet(ranges) }
}

function blockedOf(texts: readonly string[]): readonly Cidr[] {
  const sorted = texts.flatMap((text) => parseCidr(text) ?? []).toSorted(compareCidrs)
  return sorted.filter((cidr, index) => {
    const before = sorted[index - 1]
    return before === undefined || !sameCidr(before, cidr)
  })
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return compareText(a.name, b.name)
}
