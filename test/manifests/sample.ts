import type { SubnetSpec } from '../../lib/domain/claims/subnet-claim.ts'
import {
  eipManifests,
  subnetManifests,
  vpcManifests,
} from '../../lib/domain/manifests/claim-manifests.ts'
import type { Manifest } from '../../lib/domain/manifests/manifest.ts'
import { parseAddress } from '../../lib/domain/net/address.ts'
import { type Cidr, parseCidr } from '../../lib/domain/net/cidr.ts'
import { parseRange, type Range } from '../../lib/domain/net/range.ts'
import { emptySet, rangeSet } from '../../lib/domain/net/range-set.ts'
import type { LoadBalancerPool, Platform, ProviderSubnet } from '../../lib/domain/platform.ts'
import { defaultSettings, type Settings } from '../../lib/domain/settings.ts'

/** The CIDR of a text that is one. */
export function cidr(text: string): Cidr {
  const value = parseCidr(text)
  if (value === undefined) throw new Error(`"${text}" is no CIDR`)
  return value
}

/** A MetalLB range, a CIDR where it is written as one. */
export function poolRange(text: string): Range {
  const value = parseCidr(text) ?? parseRange(text, '-')
  if (value === undefined) throw new Error(`"${text}" is no range`)
  return value
}

export function providerSubnet(
  name: string,
  block: string,
  gateway: string,
  excluded: readonly string[] = [],
): ProviderSubnet {
  const address = parseAddress(gateway)
  if (address === undefined) throw new Error(`"${gateway}" is no address`)
  const ranges = excluded
    .map((text) => parseRange(text, '..'))
    .filter((range) => range !== undefined)
  return {
    name,
    network: name.replace(/-ext$/, ''),
    cidr: cidr(block),
    gateway: address.value,
    excluded: rangeSet(ranges),
    usable: emptySet,
  }
}

/** A pool whose addresses are written as `texts`. */
export function pool(name: LoadBalancerPool['name'], ...texts: string[]): LoadBalancerPool {
  const field = name === 'mgmt-pool' ? 'management' : 'tenantControlPlanes'
  return { name, field, ranges: texts.map(poolRange), usable: emptySet }
}

/** Two provider networks, both pools, one blocked range. */
export function samplePlatform(change: Partial<Platform> = {}): Platform {
  return {
    networks: [
      {
        name: 'provider',
        interface: 'bond0.206',
        vlanId: 0,
        subnets: [providerSubnet('provider-ext', '198.51.100.0/24', '198.51.100.1')],
      },
      {
        name: 'provider2',
        interface: 'bond0',
        vlanId: 210,
        subnets: [
          providerSubnet('provider2-ext', '203.0.113.0/24', '203.0.113.1', [
            '203.0.113.1..203.0.113.20',
            '203.0.113.100..203.0.113.110',
          ]),
        ],
      },
    ],
    defaultProviderSubnet: 'provider-ext',
    pools: [
      pool('tenant-cp-pool', '172.21.208.100-172.21.208.250'),
      pool('mgmt-pool', '172.21.204.200-172.21.204.250'),
    ],
    blocked: [cidr('10.0.0.0/8')],
    ...change,
  }
}

export function settings(kubeOvnVersion = '1.16.2'): Settings {
  return {
    kubeOvnVersion,
    grants: { providerNetworks: 'open' },
    cluster: { join: [], pods: [], services: [], nodes: [] },
    brakes: { releases: 10, sharePercent: 30, shareFrom: 4 },
    proof: 'ovn',
    reuse: { after: 0 },
    publish: {},
    state: { branch: 'netclaim/state' },
    crds: 'rendered',
    target: 'manifests',
    appliedBy: 'netclaim',
    appliers: [],
    controllers: [],
    allocator: defaultSettings.allocator,
  }
}

export function subnetSpec(change: Partial<SubnetSpec> = {}): SubnetSpec {
  return {
    cidrBlock: '10.100.0.0/24',
    gateway: '10.100.0.1',
    protocol: 'IPv4',
    excludeIps: ['10.100.0.1', '10.100.0.9', '10.100.0.20..10.100.0.40'],
    enableSnatRule: true,
    attachment: { managed: true, name: 'production-net' },
    ...change,
  }
}

export const dualSpec: SubnetSpec = subnetSpec({
  cidrBlock: '10.101.0.0/24,fd00:101::/112',
  gateway: '10.101.0.1,fd00:101::1',
  protocol: 'Dual',
  excludeIps: ['10.101.0.1..10.101.0.4', '10.101.0.20', 'fd00:101::1', 'fd00:101::a..fd00:101::1f'],
  attachment: { managed: true, name: 'dual-net' },
})

/** What differs between two sample tenants. */
export interface Tenant {
  readonly namespace: string
  readonly platform: Platform
  readonly kubeOvnVersion: string
  /** Its addresses are 203.0.113.<first> and the two after it. */
  readonly first: number
}

/** All that an environment with egress, two subnets and three addresses causes. */
export function sampleTenant(change: Partial<Tenant> = {}): readonly Manifest[] {
  const { namespace = 'photon-prod', platform = samplePlatform(), first = 22 } = change
  const external = platform.networks[1]?.subnets[0]
  if (external === undefined) throw new Error('the platform has no second network')
  const common = { namespace, settings: settings(change.kubeOvnVersion) }
  const eip = { ...common, subnet: external.name }
  const snatEip = `${namespace}-${external.name}`
  const address = (index: number) => `203.0.113.${first + index}`
  return [
    ...eipManifests({ ...eip, claim: 'external', type: 'lrp', address: address(0), egress: true }),
    ...vpcManifests({
      ...common,
      claim: 'main',
      spec: { externalAccess: true, providerNetwork: 'provider2' },
      external,
      platform,
      subnets: [subnetSpec(), dualSpec],
    }),
    ...subnetManifests({ ...common, claim: 'production', spec: subnetSpec(), snatEip }),
    ...subnetManifests({ ...common, claim: 'dual', spec: dualSpec, snatEip }),
    ...eipManifests({ ...eip, claim: 'web', type: 'nat', address: address(1), egress: false }),
    ...eipManifests({ ...eip, claim: 'spare', type: 'lrp', address: address(2), egress: false }),
  ]
}
