/** A port that a Service of a tenant cluster publishes. */
export interface VipPort {
  /** Absent where a Service has one port without a name. */
  readonly name?: string
  readonly port: number
  /** Where the nodes of that cluster take it up; absent where they do not. */
  readonly nodePort?: number
  readonly protocol: 'TCP' | 'UDP' | 'SCTP'
}

/** A Service of a tenant cluster that has an address of its project's VIP pool. */
export interface Vip {
  readonly environment: string
  readonly cluster: string
  /** `shop/web` inside that cluster. */
  readonly service: string
  /** Canonical. The allocator there gave it, so that it may be any. */
  readonly address: string
  /** By port and protocol. */
  readonly ports: readonly VipPort[]
  readonly externalTrafficPolicy: 'Cluster' | 'Local'
  readonly sessionAffinity: 'None' | 'ClientIP'
  /** It lets in some clients only, by their addresses. */
  readonly sourceRanges?: true
}

/** What a cluster reported: plain values, sorted, no clock. */
export interface Facts {
  /** uid of the kube-system namespace; absent for plain objects from a file. */
  readonly uid?: string
  /** Generation of the state commit that was applied when these were taken; absent: unknown. */
  readonly generation?: number
  /** That state commit. */
  readonly commit?: string
  /** Kinds whose list is whole. Only these can show that something is absent. */
  readonly complete: readonly string[]
  /** Objects that exist: `OvnEip photon-prod-web`, `NetworkAttachmentDefinition photon-prod/production-net`. */
  readonly objects: readonly string[]
  /** Addresses in use, whoever holds them. `address` is canonical, `holder` like `Service photon-prod/quantum`. */
  readonly holders: readonly {
    readonly address: string
    readonly holder: string
    /** The Subnet of an OvnEip, or of another object of Kube-OVN; absent for a Service. */
    readonly subnet?: string
  }[]
  /** Which Service uses which EipClaim. */
  readonly bindings: readonly {
    readonly environment: string
    readonly claim: string
    readonly cluster: string
    /** `demo/whoami` inside that cluster. */
    readonly service: string
  }[]
  /** Clusters that exist, `photon-prod/solar`. */
  readonly clusters: readonly string[]
  /** Addresses in use inside a Subnet, by the Subnet's name; decimal digits. */
  readonly usage: readonly { readonly subnet: string; readonly v4?: string; readonly v6?: string }[]
  /** Blocks of the Subnets in VPCs other than Kube-OVN's own, canonical; absent: there are none. */
  readonly blocks?: readonly {
    readonly subnet: string
    readonly vpc: string
    readonly cidrBlock: string
  }[]
  /** Objects that a person keeps as they are, and the annotation that says so; absent: there are none. */
  readonly holds?: readonly { readonly object: string; readonly text: string }[]
  /** Addresses of nodes. */
  readonly nodes: readonly { readonly name: string; readonly address: string }[]
  /** CIDRs that a drop policy of each Vpc blocks, canonical. */
  readonly drops: readonly { readonly vpc: string; readonly cidrs: readonly string[] }[]
  /** Addresses, and blocks as CIDR, that two leader-consistent reads of OVN-NB showed absent. */
  readonly proven: readonly {
    readonly address: string
    readonly generation: number
    /** In this VPC alone: a VIP block that other projects have, too. */
    readonly vpc?: string
  }[]
  /** What the Services of tenant clusters have of the VIP pools. */
  readonly vips: readonly Vip[]
  /** Tenant clusters, `photon-prod/solar`, whose Services were told; of the others silence says nothing. */
  readonly tenants: readonly string[]
  /** Who stands for a VIP in the management cluster, whoever made it: SwitchLBRules, and the Services that mirror them. */
  readonly mirrors: readonly {
    readonly address: string
    /** `SwitchLBRule photon-prod-solar-web`, `Service photon-prod/slr-photon-prod-solar-web`. */
    readonly holder: string
    /** Absent where it does not say so. */
    readonly vpc?: string
  }[]
}

/** No cluster has ever reported anything. */
export const noFacts: Facts = {
  complete: [],
  objects: [],
  holders: [],
  bindings: [],
  clusters: [],
  usage: [],
  nodes: [],
  drops: [],
  proven: [],
  vips: [],
  tenants: [],
  mirrors: [],
}
