/** What a Cluster API Cluster (v1beta1 or v1beta2) tells us; foreign, so only what we use is read. */
export interface ClusterSpec {
  /** Variable `network.subnet`: the name of a SubnetClaim. */
  readonly subnet?: string
  /** Variable `controlPlane.network.serviceAddress`, canonical: the pinned control-plane address. */
  readonly serviceAddress?: string
  /** Variable `controlPlane.network.serviceType`. */
  readonly serviceType?: string
  /** Variable `controlPlane.network.certSANs`. */
  readonly certSans: readonly string[]
  /** Variable `bootstrapConfig.serverAddress`: where tenants reach the control plane from outside. */
  readonly serverAddress?: string
  /** `spec.clusterNetwork.pods.cidrBlocks`, canonical. */
  readonly pods: readonly string[]
  /** `spec.clusterNetwork.services.cidrBlocks`, canonical. */
  readonly services: readonly string[]
}
