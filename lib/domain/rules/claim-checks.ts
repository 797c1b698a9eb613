import type {
  Claim,
  Cluster,
  EipClaim,
  KdcCluster,
  SubnetClaim,
  VpcClaim,
} from '../claims/claim.ts'
import type { Finding } from '../finding.ts'
import type { ClaimContext } from './claim-context.ts'
import { checkClaimNames } from './claim-names.ts'
import { checkClusterAddress } from './cluster-address.ts'
import { checkClusterAddressTwice } from './cluster-address-twice.ts'
import { checkClusterLoadBalancer } from './cluster-load-balancer.ts'
import { checkClusterPool } from './cluster-pool.ts'
import { checkClusterPublicAddress } from './cluster-public-address.ts'
import { checkClusterRanges } from './cluster-ranges.ts'
import { checkClusterSans } from './cluster-sans.ts'
import { checkEipType } from './eip-type.ts'
import { checkSubnetAddresses } from './subnet-addresses.ts'
import { checkSubnetOverlaps } from './subnet-overlap-platform.ts'
import { checkSubnetSnat } from './subnet-snat-family.ts'
import { checkSubnetVipPool } from './subnet-vip-pool.ts'
import { checkVpcProviderNetwork } from './vpc-provider-network.ts'
import { checkVpcProviderSubnet } from './vpc-provider-subnet.ts'
import { checkVpcVersion } from './vpc-version.ts'

type Check<Kind extends Claim> = (claim: Kind, context: ClaimContext) => readonly Finding[]

/** What is asked of a claim by itself, by kind; by hand, so that reading it tells all. */
export const claimChecks: {
  readonly VpcClaim: readonly Check<VpcClaim>[]
  readonly SubnetClaim: readonly Check<SubnetClaim>[]
  readonly EipClaim: readonly Check<EipClaim>[]
  readonly Cluster: readonly Check<Cluster>[]
  readonly KdcCluster: readonly Check<KdcCluster>[]
} = {
  VpcClaim: [checkVpcProviderNetwork, checkVpcProviderSubnet, checkVpcVersion, checkClaimNames],
  SubnetClaim: [
    checkSubnetAddresses,
    checkSubnetOverlaps,
    checkSubnetSnat,
    checkSubnetVipPool,
    checkClaimNames,
  ],
  EipClaim: [checkEipType, checkClaimNames],
  Cluster: [
    checkClusterAddress,
    checkClusterAddressTwice,
    checkClusterLoadBalancer,
    checkClusterPool,
    checkClusterPublicAddress,
    checkClusterRanges,
    checkClusterSans,
  ],
  KdcCluster: [],
}

/** All that can be said about a claim without looking at other claims, in no order. */
export function checkClaim(claim: Claim, context: ClaimContext): readonly Finding[] {
  switch (claim.kind) {
    case 'VpcClaim':
      return claimChecks.VpcClaim.flatMap((check) => check(claim, context))
    case 'SubnetClaim':
      return claimChecks.SubnetClaim.flatMap((check) => check(claim, context))
    case 'EipClaim':
      return claimChecks.EipClaim.flatMap((check) => check(claim, context))
    case 'Cluster':
      return claimChecks.Cluster.flatMap((check) => check(claim, context))
    case 'KdcCluster':
      return claimChecks.KdcCluster.flatMap((check) => check(claim, context))
  }
}
