import {
  EipClaimStatus,
  KMetalStatus,
  ProviderNetworkStatus,
  SubnetClaimStatus,
  VpcClaimStatus,
} from '../claims/status.ts'

/** The schema of each kind's `status`, which the cluster side writes; nothing of it is read from Git. */
export const statuses = {
  VpcClaim: VpcClaimStatus,
  SubnetClaim: SubnetClaimStatus,
  EipClaim: EipClaimStatus,
  /** READY is printed as `True`, which is a condition's status and no boolean. */
  ProviderNetwork: ProviderNetworkStatus.extend({ conditions: VpcClaimStatus.shape.conditions }),
  KMetal: KMetalStatus,
}
