import { importObjects } from '../../lib/pipeline/import/import-objects.ts'
import type { KubeObject } from '../../lib/ports/cluster.ts'
import { listsOf, object, ownObjects } from './live-of.ts'

const KUBE_OVN = 'kubeovn.io/v1'

/** An object of Kube-OVN without a namespace. */
export function ovn(kind: string, name: string, spec: object = {}, status?: object): KubeObject {
  return object(KUBE_OVN, kind, name, { spec, ...(status === undefined ? {} : { status }) })
}

export const ready = { conditions: [{ type: 'Ready', status: 'True', reason: 'x', message: '' }] }

/** A Subnet that Kube-OVN has taken up. */
export function subnet(name: string, spec: object): KubeObject {
  return ovn('Subnet', name, spec, ready)
}

export function eip(name: string, v4Ip: string, spec: object = {}): KubeObject {
  return ovn(
    'OvnEip',
    name,
    { externalSubnet: 'outside', type: 'nat', v4Ip, ...spec },
    { ready: true, v4Ip },
  )
}

export function vpc(name: string, spec: object = {}): KubeObject {
  const open = { enableExternal: true, extraExternalSubnets: ['outside'] }
  return ovn('Vpc', name, { namespaces: [name], ...open, ...spec }, { standby: true })
}

/** A provider network whose Vlan has a name of its own, a pool, and a tenant that somebody made with kubectl. */
export function byHand() {
  return {
    network: ovn('ProviderNetwork', 'uplink', { defaultInterface: 'bond0' }, { ready: true }),
    vlan: ovn('Vlan', 'vlan7', { id: 7, provider: 'uplink' }),
    segment: subnet('outside', {
      vpc: 'ovn-cluster',
      vlan: 'vlan7',
      protocol: 'IPv4',
      cidrBlock: '198.51.100.0/24',
      gateway: '198.51.100.1',
      excludeIps: ['198.51.100.1..198.51.100.19'],
    }),
    pool: object('metallb.io/v1beta1', 'IPAddressPool', 'tenant-cp-pool', {
      metadata: { namespace: 'kmetal-metallb' },
      spec: { addresses: ['172.21.208.100-172.21.208.250'], autoAssign: true },
    }),
    namespace: object('v1', 'Namespace', 'photon-prod', {
      metadata: { labels: { team: 'photon', 'kubernetes.io/metadata.name': 'photon-prod' } },
    }),
    quota: object('v1', 'ResourceQuota', 'claims', {
      metadata: { namespace: 'photon-prod' },
      spec: { hard: { 'count/eipclaims.network.kmetal.io': '5', pods: '100', bad: { a: 1 } } },
    }),
    vpc: vpc('photon-prod'),
    port: eip('photon-prod-outside', '198.51.100.20', { type: 'lrp' }),
    web: eip('photon-prod-web', '198.51.100.21'),
    lan: subnet('photon-prod-lan', {
      vpc: 'photon-prod',
      namespaces: ['photon-prod'],
      protocol: 'IPv4',
      cidrBlock: '10.1.0.0/24',
      gateway: '10.1.0.1',
      excludeIps: ['10.1.0.1'],
    }),
    snat: ovn(
      'OvnSnatRule',
      'photon-prod-lan',
      { ovnEip: 'photon-prod-outside', vpcSubnet: 'photon-prod-lan' },
      { ready: true },
    ),
  }
}

type Parts = ReturnType<typeof byHand>

/** An import of that cluster with some objects changed, taken away (undefined), or more of them. */
export function importWith(
  changes: { readonly [Key in keyof Parts]?: KubeObject | undefined } = {},
  more: readonly KubeObject[] = [],
  options: Partial<Parameters<typeof importObjects>[1]> = {},
) {
  const objects = Object.values({ ...byHand(), ...changes }).filter((one) => one !== undefined)
  return importObjects(listsOf([...ownObjects, ...objects, ...more]), {
    engine: '0.1.0',
    ...options,
  })
}
