import { changeRules } from '../domain/rules/change-rules.ts'
import {
  attachmentName,
  nameLeadingDigit,
  nameReserved,
  nameTooLong,
} from '../domain/rules/claim-names.ts'
import {
  clusterAddressInManagement,
  clusterAddressNotPinned,
  clusterAddressOutside,
  clusterAddressUnused,
} from '../domain/rules/cluster-address.ts'
import { clusterAddressTwice } from '../domain/rules/cluster-address-twice.ts'
import { clusterConfigRules } from '../domain/rules/cluster-config-rules.ts'
import {
  clusterControllerLabel,
  clusterTwoControllers,
} from '../domain/rules/cluster-load-balancer.ts'
import {
  clusterManagementPool,
  clusterPoolTwice,
  clusterUnknownPool,
} from '../domain/rules/cluster-pool.ts'
import { clusterPublicAddress } from '../domain/rules/cluster-public-address.ts'
import { clusterRangesOverlap } from '../domain/rules/cluster-ranges.ts'
import { clusterSan } from '../domain/rules/cluster-sans.ts'
import { clusterVariableTwice } from '../domain/rules/cluster-variables.ts'
import { conflictRules } from '../domain/rules/conflict-rules.ts'
import {
  eipPinEdge,
  eipPinExcluded,
  eipPinGateway,
  eipPinOutside,
} from '../domain/rules/eip-pin.ts'
import { eipExternalNotLrp, eipLrpUnused, eipNamedLikeSubnet } from '../domain/rules/eip-type.ts'
import { fieldRules } from '../domain/rules/field-rules.ts'
import { lifeRules } from '../domain/rules/life-rules.ts'
import { placementRules } from '../domain/rules/placement-rules.ts'
import { platformBlocksEverything, platformDefaultSubnet } from '../domain/rules/platform-egress.ts'
import {
  platformDoubleTag,
  platformSharedInterface,
  platformTrunkAndPart,
} from '../domain/rules/platform-interfaces.ts'
import {
  platformDuplicateNetwork,
  platformDuplicateSubnet,
  platformNetworkName,
  platformSubnetName,
} from '../domain/rules/platform-names.ts'
import { platformNodeOnSegment, poolHoldsNode } from '../domain/rules/platform-nodes.ts'
import { platformSubnetFamily, platformSubnetOverlap } from '../domain/rules/platform-subnets.ts'
import { poolOffSegment } from '../domain/rules/pool-segment.ts'
import { poolEdgeAddresses, poolOverlap, poolOverlapsProvider } from '../domain/rules/pools.ts'
import { projectRules } from '../domain/rules/project-rules.ts'
import { reservationRules } from '../domain/rules/reservation-rules.ts'
import type { Rule } from '../domain/rules/rule.ts'
import { segmentRules } from '../domain/rules/segment-rules.ts'
import { settingRules } from '../domain/rules/setting-rules.ts'
import { setupFileRules } from '../domain/rules/setup-file-rules.ts'
import { setupRules } from '../domain/rules/setup-rules.ts'
import { subnetExcludeOutside } from '../domain/rules/subnet-exclude-outside.ts'
import { subnetFieldRules } from '../domain/rules/subnet-field-rules.ts'
import {
  gatewayLastAddress,
  gatewayNetworkAddress,
  gatewayOutside,
} from '../domain/rules/subnet-gateway.ts'
import {
  subnetOverlapsCluster,
  subnetOverlapsPool,
  subnetOverlapsProvider,
} from '../domain/rules/subnet-overlap-platform.ts'
import { subnetNoRoom, subnetNothingLeft } from '../domain/rules/subnet-room.ts'
import { subnetSnatOtherFamily } from '../domain/rules/subnet-snat-family.ts'
import { subnetSpecialRange } from '../domain/rules/subnet-special-range.ts'
import { supplyRules } from '../domain/rules/supply-rules.ts'
import { transferRules } from '../domain/rules/transfer-rules.ts'
import { vipKeyRules } from '../domain/rules/vip-key-rules.ts'
import { vipMigrationRules } from '../domain/rules/vip-migration-rules.ts'
import { vipRules } from '../domain/rules/vip-rules.ts'
import {
  vpcProviderNetworkEmpty,
  vpcProviderNetworkNotGranted,
  vpcReferenceWithoutAccess,
  vpcUnknownProviderNetwork,
} from '../domain/rules/vpc-provider-network.ts'
import {
  vpcAmbiguousProviderNetwork,
  vpcAnnotationUnused,
  vpcForeignProviderSubnet,
  vpcNoExternalSubnet,
} from '../domain/rules/vpc-provider-subnet.ts'
import { vpcNeedsNewerKubeOvn } from '../domain/rules/vpc-version.ts'
import * as factsRules from './facts/facts-rules.ts'
import { importRules } from './import/import-rules.ts'
import { policyRules } from './policies/policy-rules.ts'
import { stateUnreadable } from './state/read-state.ts'
import { syncRules } from './sync/sync-rules.ts'
import { yamlRules } from './yaml/yaml-rules.ts'

/** Every rule there is, by id. By hand, so that reading it tells all; a test finds what is missing. */
export const allRules: readonly Rule[] = [
  ...Object.values(changeRules),
  ...Object.values(clusterConfigRules),
  ...Object.values(conflictRules),
  ...Object.values(factsRules),
  ...Object.values(fieldRules),
  ...Object.values(importRules),
  ...Object.values(lifeRules),
  ...Object.values(placementRules),
  ...Object.values(policyRules),
  ...Object.values(projectRules),
  ...Object.values(reservationRules),
  ...Object.values(settingRules),
  ...Object.values(setupFileRules),
  ...Object.values(setupRules),
  ...Object.values(subnetFieldRules),
  ...Object.values(segmentRules),
  ...Object.values(supplyRules),
  ...Object.values(syncRules),
  ...Object.values(transferRules),
  ...Object.values(vipKeyRules),
  ...Object.values(vipMigrationRules),
  ...Object.values(vipRules),
  ...Object.values(yamlRules),
  nameTooLong,
  nameReserved,
  nameLeadingDigit,
  attachmentName,
  clusterAddressOutside,
  clusterAddressInManagement,
  clusterAddressNotPinned,
  clusterAddressUnused,
  clusterAddressTwice,
  clusterTwoControllers,
  clusterControllerLabel,
  clusterUnknownPool,
  clusterPoolTwice,
  clusterManagementPool,
  clusterPublicAddress,
  clusterSan,
  clusterRangesOverlap,
  clusterVariableTwice,
  eipPinOutside,
  eipPinEdge,
  eipPinGateway,
  eipPinExcluded,
  eipExternalNotLrp,
  eipLrpUnused,
  eipNamedLikeSubnet,
  platformDefaultSubnet,
  platformBlocksEverything,
  platformSharedInterface,
  platformTrunkAndPart,
  platformDoubleTag,
  platformNetworkName,
  platformSubnetName,
  platformDuplicateNetwork,
  platformDuplicateSubnet,
  platformNodeOnSegment,
  poolHoldsNode,
  platformSubnetOverlap,
  platformSubnetFamily,
  poolOverlap,
  poolOverlapsProvider,
  poolEdgeAddresses,
  poolOffSegment,
  subnetExcludeOutside,
  gatewayOutside,
  gatewayNetworkAddress,
  gatewayLastAddress,
  subnetOverlapsProvider,
  subnetOverlapsCluster,
  subnetOverlapsPool,
  subnetNoRoom,
  subnetNothingLeft,
  subnetSnatOtherFamily,
  subnetSpecialRange,
  vpcReferenceWithoutAccess,
  vpcUnknownProviderNetwork,
  vpcProviderNetworkEmpty,
  vpcProviderNetworkNotGranted,
  vpcAmbiguousProviderNetwork,
  vpcForeignProviderSubnet,
  vpcAnnotationUnused,
  vpcNoExternalSubnet,
  vpcNeedsNewerKubeOvn,
  stateUnreadable,
].toSorted((a, b) => (a.id < b.id ? -1 : 1))
