import { IntervalIndex } from './net/interval-index.ts'
import type { Range } from './net/range.ts'
import type { Platform, ProviderNetwork, ProviderSubnet } from './platform.ts'

/** The provider networks and subnets of a platform, by name and by address. */
export interface Segments {
  readonly networks: ReadonlyMap<string, ProviderNetwork>
  readonly subnets: ReadonlyMap<string, ProviderSubnet>
  /** The first provider subnet that has an address of `range`. */
  at(range: Range): ProviderSubnet | undefined
}

const known = new WeakMap<Platform, Segments>()

/** The segments of `platform`, put in order once however many claims ask. */
export function segmentsOf(platform: Platform): Segments {
  const before = known.get(platform)
  if (before !== undefined) return before
  const subnets = platform.networks.flatMap((network) => network.subnets)
  const index = new IntervalIndex<ProviderSubnet>()
  for (const subnet of subnets) index.insert(subnet.cidr, subnet)
  const segments: Segments = {
    networks: new Map(platform.networks.map((network) => [network.name, network])),
    subnets: new Map(subnets.map((subnet) => [subnet.name, subnet])),
    at: (range) => index.firstOverlap(range)?.value,
  }
  known.set(platform, segments)
  return segments
}
