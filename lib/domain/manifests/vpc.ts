import type { SubnetSpec } from '../claims/subnet-claim.ts'
import { vpcName } from '../names.ts'
import { formatAddress } from '../net/address.ts'
import type { Platform, ProviderSubnet } from '../platform.ts'
import type { Settings } from '../settings.ts'
import { atLeast } from './kube-ovn-version.ts'
import type { Manifest } from './manifest.ts'
import { metadataOf } from './origin.ts'
import { policyRoutes } from './policy-routes.ts'

/** What a VPC is made of. */
export interface VpcParts {
  readonly namespace: string
  readonly claim: string
  /** The provider subnet through which the VPC reaches the outside, if it may. */
  readonly external?: ProviderSubnet
  readonly platform: Platform
  readonly settings: Settings
  /** The VPC's own subnets. */
  readonly subnets: readonly SubnetSpec[]
}

/** The environment's router: where it leads out, and what it keeps its tenant away from. */
export function renderVpc(parts: VpcParts): Manifest {
  const { namespace, claim, external, platform, settings } = parts
  const policies = policyRoutes(platform, ownRanges(settings, parts.subnets))
  return {
    apiVersion: 'kubeovn.io/v1',
    kind: 'Vpc',
    metadata: metadataOf(vpcName(namespace), 'Vpc', { kind: 'VpcClaim', namespace, claim }),
    spec: {
      namespaces: [namespace],
      ...(external !== undefined && egress(external)),
      ...(policies.length > 0 && { policyRoutes: policies.map((policy) => ({ ...policy })) }),
    },
  }
}

/** `extraExternalSubnets` is never an empty list: that one connects nothing and says it did. */
function egress(external: ProviderSubnet) {
  const { family } = external.cidr
  return {
    enableExternal: true,
    extraExternalSubnets: [external.name],
    staticRoutes: [
      // All six fields, or the controller rewrites the list and each later apply conflicts.
      {
        policy: 'policyDst',
        cidr: family === 'IPv4' ? '0.0.0.0/0' : '::/0',
        nextHopIP: formatAddress({ family, value: external.gateway }),
        ecmpMode: '',
        bfdId: '',
        routeTable: '',
      },
    ],
  }
}

/** Up to 1.14 a look at the Vpc deletes Kube-OVN's own allow rows, unless the Vpc lists them. */
function ownRanges(settings: Settings, subnets: readonly SubnetSpec[]): readonly string[] {
  if (atLeast(settings.kubeOvnVersion, [1, 15])) return []
  return subnets.flatMap((subnet) => subnet.cidrBlock.split(','))
}
