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
    /** The provider subnet of an OvnEip; absent for a Service. */
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
  /** Addresses of nodes. */
  readonly nodes: readonly { readonly name: string; readonly address: string }[]
  /** CIDRs that a drop policy of each Vpc blocks, canonical. */
  readonly drops: readonly { readonly vpc: string; readonly cidrs: readonly string[] }[]
  /** Addresses that two leader-consistent reads of OVN-NB showed absent. */
  readonly proven: readonly { readonly address: string; readonly generation: number }[]
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
}
