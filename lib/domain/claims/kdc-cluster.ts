import { formatCidr } from '../net/cidr.ts'
import { vipKeys } from '../vip/vip-keys.ts'
import { type KdcClusterFileSpec, kubevirt } from './kdc-cluster-file.ts'
import type { Said } from './said.ts'
import { parseBlocks } from './subnet-parts.ts'

/** What a KdcCluster tells us of VIP blocks, canonical; foreign, so only what we use is read. */
export interface KdcClusterSpec {
  /** `spec.loadBalancer.blocks`. */
  readonly blocks: number
  /** Annotation `network.kube-dc.com/lb-block`. */
  readonly choice?: 'enabled' | 'disabled'
  /** The infrastructure providers of its worker pools, each once, sorted. */
  readonly providers: readonly string[]
  /** `spec.network.podCIDR`, where it is written. */
  readonly pods?: string
  /** `spec.network.serviceCIDR`, where it is written. */
  readonly services?: string
}

/** The canonical spec of a KdcCluster, as far as it can be used. */
export function kdcClusterSpec({
  fields,
  bad,
  annotations,
}: Said<typeof KdcClusterFileSpec>): Partial<KdcClusterSpec> {
  const { network, workers, loadBalancer } = fields
  const choice = annotations[vipKeys.cluster.key]
  return {
    ...(bad.has('loadBalancer') ? {} : { blocks: loadBalancer?.blocks ?? 1 }),
    ...(bad.has('workers') ? {} : { providers: providersOf(workers ?? []) }),
    ...(bad.has('network') ? {} : networksOf(network ?? {})),
    ...(choice === 'enabled' || choice === 'disabled' ? { choice } : {}),
  }
}

function networksOf({
  podCIDR,
  serviceCIDR,
}: {
  readonly podCIDR?: string | undefined
  readonly serviceCIDR?: string | undefined
}): Pick<KdcClusterSpec, 'pods' | 'services'> {
  return {
    ...(podCIDR === undefined ? {} : { pods: canonical(podCIDR) }),
    ...(serviceCIDR === undefined ? {} : { services: canonical(serviceCIDR) }),
  }
}

function canonical(text: string): string {
  return parseBlocks(text).map(formatCidr).join(',')
}

function providersOf(
  workers: readonly { readonly infrastructureProvider?: string | undefined }[],
): readonly string[] {
  const names = workers.map(({ infrastructureProvider }) => infrastructureProvider ?? kubevirt)
  return [...new Set(names)].toSorted()
}
