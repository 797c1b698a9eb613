import { renderArena } from '../../lib/domain/manifests/address-arena.ts'
import { renderReservations } from '../../lib/domain/manifests/address-reservation.ts'
import type { Manifest } from '../../lib/domain/manifests/manifest.ts'
import type { VipBlock } from '../../lib/domain/vip/delegation.ts'
import type { KubeObject } from '../../lib/ports/cluster.ts'
import { object } from './live-of.ts'

/** A project as Kube-DC has it in a cluster: two clusters on KubeVirt, one of them with two blocks, and a third that opted out. */
export function kubeDc(namespace = 'acme-shop', pool = '10.242.0.0/24'): readonly KubeObject[] {
  const [organization = '', project = ''] = namespace.split('-')
  return [
    object('v1', 'Namespace', namespace, {
      metadata: { labels: { 'kube-dc.com/project': project } },
    }),
    object('kube-dc.com/v1', 'Project', project, {
      metadata: { namespace: organization },
      spec: { cidrBlock: '10.100.0.0/16', egressNetworkType: 'cloud', gwLanIp: '10.100.0.1' },
      status: { namespace, ready: true },
    }),
    kdc(namespace, 'solar', { blocks: 2 }),
    kdc(namespace, 'lunar', { blocks: 1 }),
    kdc(namespace, 'quiet', { blocks: 1, choice: 'disabled' }),
    ...['solar', 'lunar', 'quiet'].map((name) => capi(namespace, name)),
    ...ledger(namespace, pool, {
      solar: [bound(1, '10.242.0.16/28'), bound(2, '10.242.0.64/28')],
      lunar: [bound(1, '10.242.0.0/28')],
    }),
  ]
}

export function bound(ordinal: number, cidr: string): VipBlock {
  return { ordinal, cidr, phase: 'Bound' }
}

/** An arena and its reservations as their manager made them, without our marks. */
export function ledger(
  namespace: string,
  cidr: string,
  clusters: Readonly<Record<string, readonly VipBlock[]>>,
): readonly KubeObject[] {
  const slots = Object.entries(clusters).flatMap(([cluster, blocks]) =>
    blocks.map((block) => ({ cluster, block })),
  )
  const sorted = slots.toSorted((a, b) => numberOf(a.block) - numberOf(b.block))
  const reservations = Object.entries(clusters).flatMap(([cluster, blocks]) =>
    renderReservations({
      namespace,
      cluster,
      blocks,
      wanted: blocks.length,
      reason: 'Delegatable',
      message: '',
    }),
  )
  return [renderArena({ namespace, cidr, slots: sorted }), ...reservations].map(unmarked)
}

function numberOf({ cidr }: VipBlock): number {
  return Number(/\.(\d+)\//.exec(cidr)?.[1])
}

function unmarked({ metadata, ...rest }: Manifest): KubeObject {
  return { ...rest, metadata: { name: metadata.name } } as KubeObject
}

export function kdc(
  namespace: string,
  name: string,
  { blocks, choice }: { readonly blocks: number; readonly choice?: string },
): KubeObject {
  return object('k8s.kube-dc.com/v1alpha1', 'KdcCluster', name, {
    metadata: {
      namespace,
      ...(choice === undefined ? {} : { annotations: { 'network.kube-dc.com/lb-block': choice } }),
    },
    spec: {
      version: 'v1.31.0',
      enableClusterAPI: true,
      workers: [{ name: 'pool', infrastructureProvider: 'kubevirt', replicas: 2 }],
      loadBalancer: { blocks },
    },
    status: { phase: 'Ready', loadBalancer: { mode: 'enable', enabled: true } },
  })
}

export function capi(namespace: string, name: string, spec: object = {}): KubeObject {
  return object('cluster.x-k8s.io/v1beta1', 'Cluster', name, {
    metadata: { namespace },
    spec: {
      clusterNetwork: {
        pods: { cidrBlocks: ['10.244.0.0/16'] },
        services: { cidrBlocks: ['10.96.0.0/16'] },
      },
      ...spec,
    },
  })
}
