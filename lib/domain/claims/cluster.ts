import * as z from 'zod'
import { formatAddress, parseAddress } from '../net/address.ts'
import { formatCidr, parseCidr } from '../net/cidr.ts'
import type { ClusterValues } from './cluster-variables.ts'
import { cidr, note } from './field.ts'
import { apiVersion, kind, Metadata } from './metadata.ts'
import type { Said } from './said.ts'

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

/** The address that a Cluster takes from a pool. */
export function poolAddressOf(spec: Partial<ClusterSpec>): string | undefined {
  return takesFromPool(spec) ? spec.serviceAddress : undefined
}

/** Services of other types than LoadBalancer take no address from a pool. */
export function takesFromPool({ serviceType = 'LoadBalancer' }: Partial<ClusterSpec>): boolean {
  return serviceType === 'LoadBalancer'
}

const Blocks = z.looseObject({ cidrBlocks: z.array(cidr()).max(16).optional() })

const Variable = z.looseObject({ name: z.string(), value: z.unknown() })

/** What we read of a Cluster's `spec`. */
export const ClusterFileSpec = z.looseObject({
  clusterNetwork: note(
    z.looseObject({ pods: Blocks.optional(), services: Blocks.optional() }).optional(),
    {
      description: 'The blocks of pods and Services inside the cluster.',
      examples: [{ pods: { cidrBlocks: ['10.244.0.0/16'] } }],
      unit: 'CIDRs',
    },
  ),
  topology: note(z.looseObject({ variables: z.array(Variable).max(256).optional() }).optional(), {
    description: 'Class and variables; those called network, controlPlane, bootstrapConfig count.',
    examples: [{ variables: [{ name: 'network', value: { subnet: 'production' } }] }],
    unit: 'ClusterClass variables',
  }),
})

/** A Cluster API Cluster as its file holds it; what we do not use is left alone. */
export const ClusterFile = z.looseObject({
  apiVersion: apiVersion('cluster.x-k8s.io/v1beta1', 'cluster.x-k8s.io/v1beta2'),
  kind: kind('Cluster'),
  metadata: z.looseObject(Metadata.shape),
  spec: ClusterFileSpec.optional(),
})

/** The canonical spec of a Cluster, as far as it can be used. */
export function clusterSpec(
  { fields, bad }: Said<typeof ClusterFileSpec>,
  values: ClusterValues,
): Partial<ClusterSpec> {
  const { subnet } = values.network ?? {}
  const { serverAddress } = values.bootstrapConfig ?? {}
  const { pods, services } = fields.clusterNetwork ?? {}
  return {
    ...(subnet === undefined ? {} : { subnet }),
    ...(serverAddress === undefined ? {} : { serverAddress }),
    ...controlPlaneOf(values),
    ...(bad.has('clusterNetwork')
      ? {}
      : { pods: canonical(pods?.cidrBlocks), services: canonical(services?.cidrBlocks) }),
  }
}

function controlPlaneOf({ controlPlane }: ClusterValues): Partial<ClusterSpec> {
  const { serviceAddress, serviceType, certSANs = [] } = controlPlane?.network ?? {}
  const pinned = serviceAddress === undefined ? undefined : parseAddress(serviceAddress)
  return {
    ...(pinned === undefined ? {} : { serviceAddress: formatAddress(pinned) }),
    ...(serviceType === undefined ? {} : { serviceType }),
    certSans: certSANs,
  }
}

function canonical(blocks: readonly string[] | undefined): readonly string[] {
  return (blocks ?? []).flatMap((text) => {
    const block = parseCidr(text)
    return block === undefined ? [] : [formatCidr(block)]
  })
}
