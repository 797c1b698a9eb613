import { describe, expect, test } from 'vitest'
import { noFacts } from '../../lib/domain/facts.ts'
import { checkPlatform } from '../../lib/domain/rules/platform-checks.ts'
import { kmetal, said, settings } from './samples.ts'

const context = { settings, facts: noFacts }

/** One provider network per line of flow YAML; the subnet's line is its own. */
function networks(...lines: readonly string[]): string {
  return ['providerNetworks:', ...lines.map((line) => `  - {${line}}`)].join('\n')
}

const extA = 'subnets: [{name: ext-a, cidrBlock: 198.51.100.0/24, gateway: 198.51.100.1}]'
const extB = 'subnets: [{name: ext-b, cidrBlock: 203.0.113.0/24, gateway: 203.0.113.1}]'

function check(networking: string, more: Partial<typeof context> = {}): readonly string[] {
  return said(checkPlatform({ document: kmetal(networking) }, { ...context, ...more }))
}

test('a platform as it should be gives nothing', () => {
  const text = [
    networks(
      `name: provider, interface: bond0.206, vlanID: 0, ${extA}`,
      `name: provider-net, interface: bond1, vlanID: 4094, ${extB}`,
    ),
    'defaultProviderSubnet: ext-a',
    'loadBalancer:',
    '  tenantControlPlanes: {addresses: [172.21.208.100-172.21.208.250]}',
    '  management: {addresses: [172.21.204.200-172.21.204.250, "2001:db8:1713::/112"]}',
    'extraBlockedEgressCIDRs: [172.16.0.0/12]',
  ].join('\n')
  expect(check(text)).toEqual([])
})

describe('names of provider networks and subnets', () => {
  test('network storage-uplink is refused', () => {
    expect(check(networks(`name: storage-uplink, interface: bond0, ${extA}`))).toEqual([
      'platform/network-name 7: provider network name "storage-uplink" has 14 characters, 12 are the most',
    ])
  })

  test.each([
    ['ovn-default', "Kube-OVN's own Subnet of pods"],
    ['join', "Kube-OVN's own Subnet of nodes"],
    ['ovn-cluster', "Kube-OVN's own Vpc"],
    ['mgmt-pool', 'a MetalLB pool'],
  ])('subnet %s is refused', (name, owner) => {
    const text = networks(`name: provider, interface: bond0, subnets: [{name: ${name}}]`)
    expect(check(text)).toEqual([
      `platform/subnet-name 7: provider subnet name "${name}" is that of ${owner}`,
    ])
  })

  test('the subnet external is fine', () => {
    expect(check(networks('name: p, interface: bond0, subnets: [{name: external}]'))).toEqual([])
  })

  test('a name that is there twice is refused, of subnets across networks', () => {
    const text = networks(
      `name: provider, interface: bond0, ${extA}`,
      'name: provider, interface: bond1, subnets: [{name: ext-a}]',
    )
    expect(check(text)).toEqual([
      'platform/duplicate-network 8: provider network "provider" is there twice',
      'platform/duplicate-subnet 8: provider subnet "ext-a" is there twice',
    ])
  })
})

describe('interfaces (M-025)', () => {
  test('one of two networks is refused, naming both', () => {
    const text = networks(
      'name: provider, interface: bond0.206',
      'name: provider2, interface: bond0.206',
    )
    expect(check(text)).toEqual([
      'platform/shared-interface 8: interface "bond0.206" of provider network "provider2" is that of provider network "provider" already',
    ])
  })

  test('a trunk beside a sub-interface of it is warned about, at the trunk', () => {
    const text = networks(
      'name: provider, interface: bond0',
      'name: provider2, interface: bond0.206',
      'name: provider3, interface: bond1.7',
    )
    expect(check(text)).toEqual([
      'platform/trunk-and-part 7: interface "bond0" of provider network "provider" carries "bond0.206" of provider network "provider2"',
    ])
  })

  test('a VLAN id on a sub-interface that tags already is refused (M-027)', () => {
    expect(check(networks('name: p, interface: bond0.1101, vlanID: 1101'))).toEqual([
      'platform/double-tag 7: vlanID "1101" tags again what the sub-interface "bond0.1101" tags already',
    ])
    expect(check(networks('name: p, interface: bond0.1101, vlanID: 0'))).toEqual([])
    expect(check(networks('name: p, interface: enp0s31f6, vlanID: 4011'))).toEqual([])
  })
})

describe('provider subnets', () => {
  const subnet = (fields: string) =>
    networks(`name: p, interface: bond0, subnets: [{name: s, ${fields}}]`)

  test.each([
    ['cidrBlock: 198.51.100.0/24, gateway: 198.51.101.1', 'subnet/gateway-outside'],
    ['cidrBlock: 198.51.100.0/24, gateway: 198.51.100.0', 'subnet/gateway-network-address'],
    ['cidrBlock: 198.51.100.0/24, gateway: 198.51.100.255', 'subnet/gateway-last-address'],
    ['cidrBlock: 198.51.100.4/32, gateway: 198.51.100.4', 'subnet/no-room'],
    ['cidrBlock: 169.254.0.0/24, gateway: 169.254.0.1', 'subnet/special-range'],
    [
      'cidrBlock: 198.51.100.0/24, gateway: 198.51.100.1, excludeIPs: [198.51.99.1]',
      'subnet/exclude-outside',
    ],
    [
      'cidrBlock: 198.51.100.0/30, gateway: 198.51.100.1, excludeIPs: [198.51.100.2]',
      'subnet/nothing-left',
    ],
    ['cidrBlock: "2001:db8::/64", gateway: "2001:db8::1"', 'platform/subnet-family'],
  ])('%s is %s', (fields, rule) => {
    expect(check(subnet(fields)).map((line) => line.split(' ')[0])).toEqual([rule])
  })

  test('IPv6 is taken by a Kube-OVN after 1.16.2', () => {
    const newer = { settings: { ...settings, kubeOvnVersion: '1.17.0' } }
    expect(check(subnet('cidrBlock: "2001:db8::/64", gateway: "2001:db8::1"'), newer)).toEqual([])
  })

  test('two that overlap are refused, naming both', () => {
    const text = networks(
      `name: provider, interface: bond0, ${extA}`,
      'name: provider2, interface: bond1, subnets: [{name: ext-c, cidrBlock: 198.51.0.0/16}]',
    )
    expect(check(text)).toEqual([
      'platform/subnet-overlap 8: provider subnet "ext-c" (198.51.0.0/16) overlaps provider subnet "ext-a" (198.51.100.0/24)',
    ])
  })
})

describe('ways out', () => {
  test('a default that is no subnet is refused, a network as well', () => {
    const text = `${networks(`name: provider, interface: bond0, ${extA}`)}\ndefaultProviderSubnet: provider`
    expect(check(text)).toEqual([
      'platform/default-subnet 8: defaultProviderSubnet "provider" is no provider subnet, known are "ext-a"',
    ])
  })

  test.each([
    ['0.0.0.0/0', 'IPv4'],
    ['::/0', 'IPv6'],
  ])('blocking %s is refused', (block, family) => {
    expect(check(`extraBlockedEgressCIDRs:\n  - "${block}"\n  - 10.0.0.0/8`)).toEqual([
      `platform/blocks-everything 7: "${block}" blocks all ${family} egress of every tenant`,
    ])
  })

  test('blocks that add up to everything are refused as well', () => {
    const blocks = ['0.0.0.0/1', '10.0.0.0/8', '128.0.0.0/2', '192.0.0.0/2', '::/1']
    const text = (items: readonly string[]) =>
      `extraBlockedEgressCIDRs:${items.map((item) => `\n  - "${item}"`).join('')}`
    expect(check(text(blocks))).toEqual([
      'platform/blocks-everything 7: extraBlockedEgressCIDRs together block all IPv4 egress of every tenant',
    ])
    expect(check(text(blocks.slice(0, 3)))).toEqual([])
  })
})

describe('nodes', () => {
  const facts = (address: string) => ({
    facts: { ...noFacts, nodes: [{ name: 'node-a', address }] },
  })
  const pool = 'loadBalancer:\n  management: {addresses: [192.168.1.5-192.168.1.37]}'

  test.each(['192.168.1.5', '192.168.1.20', '192.168.1.37'])(
    '%s in a pool is refused',
    (address) => {
      expect(check(pool, facts(address))).toEqual([
        `pool/holds-node 7: "192.168.1.5-192.168.1.37" in mgmt-pool holds "${address}" of node "node-a"`,
      ])
    },
  )

  test.each(['192.168.1.2', '192.168.1.4', '192.168.1.38'])('%s beside it is not', (address) => {
    expect(check(pool, facts(address))).toEqual([])
  })

  test('an address on a provider segment is refused (M-026)', () => {
    const text = networks(`name: provider, interface: bond0, ${extA}`)
    expect(check(text, facts('198.51.100.5'))).toEqual([
      'platform/node-on-segment 7: provider subnet "ext-a" (198.51.100.0/24) holds "198.51.100.5" of node "node-a"',
    ])
    expect(check(text, facts('198.51.101.5'))).toEqual([])
  })
})

test('a platform that is nothing like one is no crash', () => {
  for (const networking of [
    'providerNetworks: 5',
    'providerNetworks: [null, [], {subnets: 1}]',
    'loadBalancer: []',
  ]) {
    expect(check(networking)).toEqual([])
  }
})
