import {
  EipClaimStatus,
  KMetalStatus,
  ProviderNetworkStatus,
  SubnetClaimStatus,
  VpcClaimStatus,
} from '../claims/status.ts'
import { type Structural, structural } from './structural.ts'

/** The schema of each kind's `status`, which the cluster side writes; nothing of it is read from Git. */
const statuses = {
  VpcClaim: VpcClaimStatus,
  SubnetClaim: SubnetClaimStatus,
  EipClaim: EipClaimStatus,
  /** READY is printed as `True`, which is a condition's status and no boolean. */
  ProviderNetwork: ProviderNetworkStatus.extend({ conditions: VpcClaimStatus.shape.conditions }),
  KMetal: KMetalStatus,
  AddressArena: VpcClaimStatus.pick({ conditions: true }),
  AddressReservation: VpcClaimStatus.pick({ conditions: true }),
}

/** The schema of a kind's `status`. Its strings have no limits that CEL could count with. */
export function statusOf(kind: keyof typeof statuses): Structural {
  const description = 'What came of it, as the cluster side saw it last.'
  return { ...structural(statuses[kind], 'status', { rules: {}, exact: false }), description }
}
