import type { Document } from './document.ts'
import type { Cidr } from './net/cidr.ts'
import type { Range } from './net/range.ts'
import type { RangeSet } from './net/range-set.ts'

/** One subnet of a provider network: the segment on which tenants get addresses. */
export interface ProviderSubnet {
  readonly name: string
  readonly network: string
  readonly cidr: Cidr
  readonly gateway: bigint
  /** Held back from allocation, as written: merged, sorted, the gateway included. */
  readonly excluded: RangeSet
  /** What may be given: inside the CIDR, without network, broadcast, gateway and excludes. */
  readonly usable: RangeSet
}

/** An underlay network of the operator: a host interface and the subnets on it. */
export interface ProviderNetwork {
  readonly name: string
  /** The host interface, at most 15 characters (IFNAMSIZ). */
  readonly interface: string
  /** 0 to 4094; 0 = untagged, or an interface that tags already. */
  readonly vlanId: number
  readonly subnets: readonly ProviderSubnet[]
}

/** A MetalLB pool; `name` is the object's: `tenant-cp-pool` or `mgmt-pool`. */
export interface LoadBalancerPool {
  readonly name: 'tenant-cp-pool' | 'mgmt-pool'
  /** The key below `spec.networking.loadBalancer`. */
  readonly field: 'tenantControlPlanes' | 'management'
  /** In the order written, as ranges; canonical MetalLB text by `formatPoolRange`. */
  readonly ranges: readonly Range[]
  readonly usable: RangeSet
}

/** All that `spec.networking` of the KMetal object declares. Lists are sorted by name. */
export interface Platform {
  readonly networks: readonly ProviderNetwork[]
  readonly defaultProviderSubnet?: string
  readonly pools: readonly LoadBalancerPool[]
  /** `extraBlockedEgressCIDRs`, canonical, without duplicates, sorted. */
  readonly blocked: readonly Cidr[]
}

/** The platform as its file says it, with the document for places. */
export interface PlatformInput {
  /** Of the KMetal object. */
  readonly name: string
  readonly platform: Platform
  readonly document: Document
}
