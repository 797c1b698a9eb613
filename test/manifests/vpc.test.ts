import { expect, test } from 'vitest'
import { vpcManifests } from '../../lib/domain/manifests/claim-manifests.ts'
import type { Manifest } from '../../lib/domain/manifests/manifest.ts'
import type { VpcParts } from '../../lib/domain/manifests/vpc.ts'
import type { Platform } from '../../lib/domain/platform.ts'
import { cidr, dualSpec, providerSubnet, samplePlatform, settings, subnetSpec } from './sample.ts'

const external = providerSubnet('provider2-ext', '203.0.113.0/24', '203.0.113.1')

function vpc(change: Partial<VpcParts> = {}, externalAccess = true): Manifest {
  const parts = {
    namespace: 'photon-prod',
    claim: 'main',
    external,
    platform: samplePlatform(),
    settings: settings(),
    subnets: [],
    ...change,
  }
  const [manifest] = vpcManifests({ ...parts, spec: { externalAccess } })
  return manifest as Manifest
}

function policies(platform: Partial<Platform>, change: Partial<VpcParts> = {}): unknown {
  return vpc({ platform: samplePlatform(platform), ...change }).spec['policyRoutes']
}

test('a VpcClaim gives the Vpc of the namespace, by its name (M-003, M-086)', () => {
  const manifest = vpc()
  expect(manifest).toMatchObject({ apiVersion: 'kubeovn.io/v1', kind: 'Vpc' })
  expect(manifest.metadata).toEqual({
    name: 'photon-prod',
    labels: {
      'app.kubernetes.io/managed-by': 'netclaim',
      'netclaim.dev/environment': 'photon-prod',
    },
    annotations: {
      'netclaim.dev/claim': 'VpcClaim photon-prod/main',
      'argocd.argoproj.io/sync-wave': '11',
    },
  })
  expect(manifest.spec['namespaces']).toEqual(['photon-prod'])
})

test('egress is one route with all six fields to the gateway of the segment (M-004, M-090)', () => {
  expect(vpc().spec['staticRoutes']).toEqual([
    {
      policy: 'policyDst',
      cidr: '0.0.0.0/0',
      nextHopIP: '203.0.113.1',
      ecmpMode: '',
      bfdId: '',
      routeTable: '',
    },
  ])
})

test('the VPC is connected to its own segment and to no other (M-098)', () => {
  const { spec } = vpc()
  expect(spec['enableExternal']).toBe(true)
  expect(spec['extraExternalSubnets']).toEqual(['provider2-ext'])
})

test.each([
  ['the claim wants none', {}, false],
  ['no segment is known', { external: undefined }, true],
])('without egress nothing of it is written: %s', (_, change, externalAccess) => {
  const { spec } = vpc(change as Partial<VpcParts>, externalAccess)
  expect(Object.keys(spec)).toEqual(['namespaces', 'policyRoutes'])
})

test('an IPv6 segment gets the IPv6 default route', () => {
  const six = providerSubnet('six', '2001:db8::/64', '2001:db8::1')
  expect(vpc({ external: six }).spec['staticRoutes']).toMatchObject([
    { cidr: '::/0', nextHopIP: '2001:db8::1' },
  ])
})

test('every segment and every blocked range is dropped, own one too (M-005, M-028, M-091, M-092)', () => {
  expect(policies({})).toEqual([
    { priority: 31_500, match: 'ip4.dst == 198.51.100.0/24', action: 'drop' },
    { priority: 31_500, match: 'ip4.dst == 203.0.113.0/24', action: 'drop' },
    { priority: 30_500, match: 'ip4.dst == 10.0.0.0/8', action: 'drop' },
  ])
})

test('a VPC without egress drops the same', () => {
  expect(vpc({}, false).spec['policyRoutes']).toEqual(vpc().spec['policyRoutes'])
})

test('a new provider subnet becomes a drop in every VPC (M-023)', () => {
  const [network, ...others] = samplePlatform().networks
  const more = providerSubnet('more', '192.0.2.0/24', '192.0.2.1')
  const networks = [{ ...network!, subnets: [...network!.subnets, more] }, ...others]
  expect(policies({ networks })).toContainEqual({
    priority: 31_500,
    match: 'ip4.dst == 192.0.2.0/24',
    action: 'drop',
  })
})

test('each extra blocked range is one drop, in either family (M-031)', () => {
  const blocked = ['172.16.0.0/12', '10.0.0.0/8', 'fd00::/8'].map(cidr)
  expect(policies({ networks: [], blocked })).toEqual([
    { priority: 30_500, match: 'ip4.dst == 10.0.0.0/8', action: 'drop' },
    { priority: 30_500, match: 'ip4.dst == 172.16.0.0/12', action: 'drop' },
    { priority: 30_500, match: 'ip6.dst == fd00::/8', action: 'drop' },
  ])
})

test('a range that is blocked and a segment stands once in each band', () => {
  const blocked = ['198.51.100.0/24', '198.51.100.0/24', '203.0.113.0/24'].map(cidr)
  expect(policies({ blocked })).toEqual([
    { priority: 31_500, match: 'ip4.dst == 198.51.100.0/24', action: 'drop' },
    { priority: 31_500, match: 'ip4.dst == 203.0.113.0/24', action: 'drop' },
    { priority: 30_500, match: 'ip4.dst == 198.51.100.0/24', action: 'drop' },
    { priority: 30_500, match: 'ip4.dst == 203.0.113.0/24', action: 'drop' },
  ])
})

test('with nothing to drop there is no empty list', () => {
  const platform = samplePlatform({ networks: [], blocked: [] })
  expect(vpc({ platform }, false).spec).toEqual({ namespaces: ['photon-prod'] })
})

const own = [
  { priority: 31_000, match: 'ip4.dst == 10.100.0.0/24', action: 'allow' },
  { priority: 31_000, match: 'ip4.dst == 10.101.0.0/24', action: 'allow' },
  { priority: 31_000, match: 'ip6.dst == fd00:101::/112', action: 'allow' },
]
test.each([
  ['1.12.4', own],
  ['1.14.41', own],
  ['1.15.0', []],
  ['1.16.2', []],
  ['2.0.0', []],
])('Kube-OVN %s needs its allow rows written: %j', (version, allowed) => {
  const change = { settings: settings(version), subnets: [dualSpec, subnetSpec()] }
  expect(policies({ networks: [], blocked: [] }, change) ?? []).toEqual(allowed)
})
