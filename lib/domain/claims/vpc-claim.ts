/** What a VpcClaim asks for, canonical. The VPC itself takes the namespace's name. */
export interface VpcSpec {
  readonly externalAccess: boolean
  /** `spec.providerNetworkRef.name`. */
  readonly providerNetwork?: string
  /** Annotation `network.kmetal.io/provider-network-subnet`: a part of what was asked, so immutable with it. */
  readonly providerSubnet?: string
}
