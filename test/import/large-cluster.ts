import type { KubeObject } from '../../lib/ports/cluster.ts'
import { object, ownObjects } from './live-of.ts'

const KUBE_OVN = 'kubeovn.io/v1'
const ready = { conditions: [{ type: 'Ready', status: 'True', reason: 'x', message: '' }] }

/** A cluster of so many tenants, ten objects each: a VPC that leaves, two subnets, three addresses, a rule by hand. */
export function largeCluster(tenants: number): readonly KubeObject[] {
  return [
    ...ownObjects,
    ...platform(),
    ...Array.from({ length: tenants }, (_, n) => tenant(n)).flat(),
  ]
}

function platform(): readonly KubeObject[] {
  return [
    object(KUBE_OVN, 'ProviderNetwork', 'uplink', { spec: { defaultInterface: 'bond0' } }),
    object(KUBE_OVN, 'Vlan', 'vlan7', { spec: { id: 7, provider: 'uplink' } }),
    object(KUBE_OVN, 'Subnet', 'outside', {
      spec: {
        vpc: 'ovn-cluster',
        vlan: 'vlan7',
        cidrBlock: '198.18.0.0/15',
        gateway: '198.18.0.1',
        excludeIps: ['198.18.0.1'],
      },
      status: ready,
    }),
    object('metallb.io/v1beta1', 'IPAddressPool', 'tenant-cp-pool', {
      metadata: { namespace: 'kmetal-metallb' },
      spec: { addresses: ['172.21.208.100-172.21.208.250'] },
    }),
  ]
}

function tenant(n: number): readonly KubeObject[] {
  const name = `tenant${n}`
  const eip = (claim: string, type: string, at: number) => {
    const v4Ip = `198.${18 + (at >> 16)}.${(at >> 8) & 255}.${at & 255}`
    return object(KUBE_OVN, 'OvnEip', `${name}-${claim}`, {
      spec: { externalSubnet: 'outside', type, v4Ip },
      status: { ready: true, v4Ip, type },
    })
  }
  const subnet = (claim: string, third: number) =>
    object(KUBE_OVN, 'Subnet', `${name}-${claim}`, {
      spec: {
        vpc: name,
        namespaces: [name],
        protocol: 'IPv4',
        cidrBlock: `10.0.${third}.0/24`,
        gateway: `10.0.${third}.1`,
        excludeIps: [`10.0.${third}.1`],
        provider: `${claim}-net.${name}.ovn`,
      },
      status: ready,
    })
  const first = 256 + n * 3
  return [
    object('v1', 'Namespace', name),
    object(KUBE_OVN, 'Vpc', name, {
      spec: { namespaces: [name], enableExternal: true, extraExternalSubnets: ['outside'] },
      status: { standby: true },
    }),
    eip('outside', 'lrp', first),
    eip('web', 'nat', first + 1),
    eip('mail', 'nat', first + 2),
    subnet('a', 0),
    subnet('b', 1),
    object(KUBE_OVN, 'OvnSnatRule', `${name}-a`, {
      spec: { ovnEip: `${name}-outside`, vpcSubnet: `${name}-a` },
      status: { ready: true },
    }),
    object('k8s.cni.cncf.io/v1', 'NetworkAttachmentDefinition', 'a-net', {
      metadata: { namespace: name },
      spec: { config: '{}' },
    }),
    object(KUBE_OVN, 'OvnDnatRule', `by-hand-${n}`, {
      spec: {
        ovnEip: `${name}-web`,
        vpc: name,
        v4Ip: '10.0.0.5',
        internalPort: '80',
        externalPort: '80',
        protocol: 'tcp',
      },
      status: { ready: true },
    }),
  ]
}
