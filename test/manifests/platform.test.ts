import { expect, test } from 'vitest'
import { formatPoolRange, renderPool } from '../../lib/domain/manifests/ip-address-pool.ts'
import { objectId } from '../../lib/domain/manifests/manifest.ts'
import { platformManifests } from '../../lib/domain/manifests/platform-manifests.ts'
import { renderProviderNetwork } from '../../lib/domain/manifests/provider-network.ts'
import { renderProviderSubnet } from '../../lib/domain/manifests/provider-subnet.ts'
import { renderVlan } from '../../lib/domain/manifests/vlan.ts'
import type { LoadBalancerPool } from '../../lib/domain/platform.ts'
import { pool, poolRange, providerSubnet, samplePlatform, settings } from './sample.ts'

const network = {
  name: 'provider2',
  interface: 'bond0',
  vlanId: 210,
  subnets: [],
}

test('a provider network is a bridge on its interface', () => {
  expect(renderProviderNetwork(network)).toEqual({
    apiVersion: 'kubeovn.io/v1',
    kind: 'ProviderNetwork',
    metadata: {
      name: 'provider2',
      labels: { 'app.kubernetes.io/managed-by': 'netclaim' },
      annotations: {
        'netclaim.dev/platform': 'providerNetworks/provider2',
        'argocd.argoproj.io/sync-wave': '0',
      },
    },
    spec: { defaultInterface: 'bond0' },
  })
})

test('a VLAN has the name of its provider network, id 0 too', () => {
  expect(renderVlan(network)).toMatchObject({
    kind: 'Vlan',
    metadata: { name: 'provider2' },
    spec: { id: 210, provider: 'provider2' },
  })
  expect(renderVlan({ ...network, vlanId: 0 }).spec).toEqual({ id: 0, provider: 'provider2' })
})

test('a provider subnet lies in the default VPC, with the fields its controller leaves alone', () => {
  const subnet = providerSubnet('ext-b', '203.0.113.0/24', '203.0.113.1', ['203.0.113.9'])
  const manifest = renderProviderSubnet(network, subnet)
  expect(manifest.metadata.name).toBe('ext-b')
  expect(manifest.spec).toEqual({
    vpc: 'ovn-cluster',
    vlan: 'provider2',
    protocol: 'IPv4',
    cidrBlock: '203.0.113.0/24',
    gateway: '203.0.113.1',
    excludeIps: ['203.0.113.1', '203.0.113.9'],
  })
})

test('an IPv6 provider subnet says so', () => {
  const subnet = providerSubnet('six', '2001:db8::/64', '2001:db8::1')
  expect(renderProviderSubnet(network, subnet).spec).toMatchObject({
    protocol: 'IPv6',
    cidrBlock: '2001:db8::/64',
    gateway: '2001:db8::1',
    excludeIps: ['2001:db8::1'],
  })
})

test('the pool tenantControlPlanes is the pair tenant-cp-pool (M-039, M-047)', () => {
  expect(pairOf('tenant-cp-pool')).toEqual({
    ids: [
      'IPAddressPool kmetal-metallb/tenant-cp-pool',
      'L2Advertisement kmetal-metallb/tenant-cp-pool',
    ],
    from: 'loadBalancer/tenantControlPlanes',
    spec: { addresses: ['172.21.204.200-172.21.204.250'], autoAssign: true },
  })
})

test('the pool management is the pair mgmt-pool (M-043, M-047)', () => {
  expect(pairOf('mgmt-pool')).toEqual({
    ids: ['IPAddressPool kmetal-metallb/mgmt-pool', 'L2Advertisement kmetal-metallb/mgmt-pool'],
    from: 'loadBalancer/management',
    spec: { addresses: ['172.21.204.200-172.21.204.250'], autoAssign: true },
  })
})

test('each pool has one advertisement, scoped to that pool alone (M-048, M-050, M-053, M-057)', () => {
  const all = [...platformOf().values()].flat()
  const pools = all.filter(({ kind }) => kind === 'IPAddressPool')
  const advertised = all.filter(({ kind }) => kind === 'L2Advertisement')
  expect(pools.map(({ metadata }) => metadata.name)).toEqual(['tenant-cp-pool', 'mgmt-pool'])
  expect(advertised.map(({ metadata, spec }) => [metadata.name, spec])).toEqual([
    ['tenant-cp-pool', { ipAddressPools: ['tenant-cp-pool'] }],
    ['mgmt-pool', { ipAddressPools: ['mgmt-pool'] }],
  ])
})

test('pools and advertisements live in kmetal-metallb (M-049)', () => {
  const all = [...platformOf().values()].flat()
  const metallb = all.filter(({ apiVersion }) => apiVersion === 'metallb.io/v1beta1')
  expect(metallb).toHaveLength(4)
  expect(new Set(metallb.map(({ metadata }) => metadata.namespace))).toEqual(
    new Set(['kmetal-metallb']),
  )
})

test('a second range changes the pool, never its advertisement (M-076)', () => {
  const [before, advertised] = renderPool(pool('mgmt-pool', '10.0.0.9-10.0.0.12'))
  const [after, still] = renderPool(pool('mgmt-pool', '10.0.0.9-10.0.0.12', '10.0.0.1-10.0.0.4'))
  expect(before?.spec['addresses']).toEqual(['10.0.0.9-10.0.0.12'])
  expect(after?.spec['addresses']).toEqual(['10.0.0.9-10.0.0.12', '10.0.0.1-10.0.0.4'])
  expect(still).toEqual(advertised)
})

test.each([
  ['10.0.0.1 - 10.0.0.9', '10.0.0.1-10.0.0.9'],
  ['10.0.0.7', '10.0.0.7/32'],
  ['10.0.0.7-10.0.0.7', '10.0.0.7/32'],
  ['10.0.0.0/30', '10.0.0.0/30'],
  ['10.0.0.7/32', '10.0.0.7/32'],
  ['2001:DB8::7', '2001:db8::7/128'],
  ['2001:db8::/120', '2001:db8::/120'],
  ['2001:db8::1-2001:db8::9', '2001:db8::1-2001:db8::9'],
])('addresses written %s are given to MetalLB as %s', (written, rendered) => {
  expect(formatPoolRange(poolRange(written))).toBe(rendered)
})

test('files of the platform', () => {
  const files = platformOf()
  expect([...files].map(([path, manifests]) => [path, manifests.map(objectId)])).toEqual([
    [
      'rendered/platform/provider-network-provider.yaml',
      ['ProviderNetwork provider', 'ProviderNetwork provider', 'Vlan provider'],
    ],
    ['rendered/platform/provider-subnet-provider-ext.yaml', ['Subnet provider-ext']],
    [
      'rendered/platform/provider-network-provider2.yaml',
      ['ProviderNetwork provider2', 'ProviderNetwork provider2', 'Vlan provider2'],
    ],
    ['rendered/platform/provider-subnet-provider2-ext.yaml', ['Subnet provider2-ext']],
    [
      'rendered/platform/metallb-tenant-cp-pool.yaml',
      [
        'IPAddressPool kmetal-metallb/tenant-cp-pool',
        'L2Advertisement kmetal-metallb/tenant-cp-pool',
      ],
    ],
    [
      'rendered/platform/metallb-mgmt-pool.yaml',
      ['IPAddressPool kmetal-metallb/mgmt-pool', 'L2Advertisement kmetal-metallb/mgmt-pool'],
    ],
  ])
})

test('a segment that is not open yet has its network but no subnet', () => {
  const files = platformOf((name) => name !== 'provider2-ext')
  expect([...files.keys()].filter((path) => path.includes('provider2'))).toEqual([
    'rendered/platform/provider-network-provider2.yaml',
  ])
})

function pairOf(name: LoadBalancerPool['name']) {
  const pair = renderPool(pool(name, '172.21.204.200-172.21.204.250'))
  const from = pair[0]?.metadata.annotations['netclaim.dev/platform']
  return { ids: pair.map(objectId), from, spec: pair[0]?.spec }
}

function platformOf(open: (subnet: string) => boolean = () => true) {
  return platformManifests(samplePlatform(), { settings: settings(), open })
}
