import type { Manifest, Metadata, SpeclessManifest } from '../manifests/manifest.ts'
import { metadataOf } from '../manifests/origin.ts'
import type { waves } from '../manifests/waves.ts'
import { arenaName } from '../names.ts'
import type { Delegation } from '../vip/delegation.ts'
import { poolLabel } from '../vip/lb-contract.ts'
import { allocatorNamespace } from './profile-metadata.ts'

/** The published record of what a cluster may give to its Services; a policy there holds its pools to it. */
export const recordKey = { namespace: allocatorNamespace, name: 'lb-block-delegation' } as const

/** What the name of a pool begins with; the first address of its block follows. */
export const poolPrefix = 'block-'

/** What of a tenant's profile is its own: the record, and a pool for each block that it may use now. */
export function delegationManifests(
  delegation: Delegation,
  poolCidr: string,
): readonly (Manifest | SpeclessManifest)[] {
  const { namespace } = delegation
  const bound = delegation.blocks.filter(({ phase }) => phase === 'Bound')
  return [
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: metadata(delegation, recordKey.name, 'DelegationRecord'),
      data: {
        enabled: String(bound.length > 0),
        blocks: bound.map(({ cidr }) => cidr).join(','),
        arena: arenaName(namespace),
        poolCIDR: poolCidr,
      },
    },
    ...bound.map(({ ordinal, cidr }): Manifest => {
      return {
        apiVersion: 'metallb.io/v1beta1',
        kind: 'IPAddressPool',
        metadata: metadata(delegation, poolName(cidr), 'TenantPool'),
        spec: {
          addresses: [cidr],
          autoAssign: true,
          avoidBuggyIPs: false,
          // Without it the class alone would decide. The first block is filled first.
          serviceAllocation: {
            priority: ordinal,
            serviceSelectors: [{ matchLabels: { [poolLabel.key]: poolLabel.value } }],
          },
        },
      }
    }),
  ]
}

/** A block has one pool: two that overlap would stop the allocator. */
function poolName(cidr: string): string {
  return `${poolPrefix}${cidr.split('/')[0]}`
}

function metadata(
  { namespace, cluster }: Delegation,
  name: string,
  wave: keyof typeof waves,
): Metadata {
  const origin = { kind: 'KdcCluster', namespace, claim: cluster } as const
  return { ...metadataOf(name, wave, origin), namespace: allocatorNamespace }
}
