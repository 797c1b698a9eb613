import { describe, expect, test } from 'vitest'
import { formatAddress } from '../../lib/domain/net/address.ts'
import { formatCidr } from '../../lib/domain/net/cidr.ts'
import { formatRange } from '../../lib/domain/net/range.ts'
import { setSize } from '../../lib/domain/net/range-set.ts'
import { read, told } from './read.ts'

const networking = `
    defaultProviderSubnet: ext-a
    providerNetworks:
      - name: provider2
        interface: bond0.210
        subnets:
          - {name: ext-c, cidrBlock: 203.0.113.128/25}
          - {name: ext-b, cidrBlock: 203.0.113.0/25, gateway: 203.0.113.126}
      - name: provider
        interface: bond0.206
        vlanID: 0
        subnets:
          - name: ext-a
            cidrBlock: 198.51.100.0/24
            gateway: 198.51.100.1
            excludeIPs: [198.51.100.200..198.51.100.254, 198.51.100.2..198.51.100.19]
    loadBalancer:
      tenantControlPlanes: {addresses: [172.21.208.100-172.21.208.250]}
      management: {addresses: [172.21.204.200 - 172.21.204.250, 10.9.0.0/30, 10.0.11.254]}
    extraBlockedEgressCIDRs: [172.16.0.0/16, 10.0.0.0/8, 172.16.0.0/16]
`

function kmetal(text: string): string {
  return `apiVersion: kmetal.io/v1alpha1\nkind: KMetal\nmetadata:\n  name: platform\nspec:\n  networking:${text}`
}

function platformOf(text: string) {
  const { value, findings } = read({ 'platform/kmetal.yaml': kmetal(text) })
  return { platform: value.platform?.platform, findings, readable: value.readable }
}

describe('the platform', () => {
  test('declares its networks with their subnets, by name (M-001, M-016, M-019)', () => {
    const { platform, findings, readable } = platformOf(networking)
    expect(findings).toEqual([])
    expect(readable).toBe(true)
    expect(platform?.defaultProviderSubnet).toBe('ext-a')
    const shown = platform?.networks.map(({ name, interface: nic, vlanId, subnets }) => ({
      [`${name} on ${nic} vlan ${vlanId}`]: subnets.map(
        (subnet) =>
          `${subnet.name} ${formatCidr(subnet.cidr)} by ${formatAddress({ family: 'IPv4', value: subnet.gateway })}: ${setSize(subnet.usable, 'IPv4')}`,
      ),
    }))
    expect(shown).toEqual([
      { 'provider on bond0.206 vlan 0': ['ext-a 198.51.100.0/24 by 198.51.100.1: 180'] },
      {
        'provider2 on bond0.210 vlan 0': [
          'ext-b 203.0.113.0/25 by 203.0.113.126: 125',
          'ext-c 203.0.113.128/25 by 203.0.113.129: 125',
        ],
      },
    ])
    const [extA] = platform?.networks[0]?.subnets ?? []
    expect(extA?.excluded.ranges.map((range) => formatRange(range, '..'))).toEqual([
      '198.51.100.1..198.51.100.19',
      '198.51.100.200..198.51.100.254',
    ])
  })

  test('declares two pools, by ranges, CIDRs and single addresses (M-038, M-039, M-043)', () => {
    const { platform } = platformOf(networking)
    const shown = platform?.pools.map(({ name, field, ranges, usable }) => ({
      name,
      field,
      ranges: ranges.map((range) => formatRange(range, '-')),
      size: setSize(usable, 'IPv4'),
    }))
    expect(shown).toEqual([
      {
        name: 'mgmt-pool',
        field: 'management',
        ranges: ['172.21.204.200-172.21.204.250', '10.9.0.0-10.9.0.3', '10.0.11.254'],
        size: 56n,
      },
      {
        name: 'tenant-cp-pool',
        field: 'tenantControlPlanes',
        ranges: ['172.21.208.100-172.21.208.250'],
        size: 151n,
      },
    ])
  })

  test('lists what tenants may not reach, each block once (M-029)', () => {
    expect(platformOf(networking).platform?.blocked.map(formatCidr)).toEqual([
      '10.0.0.0/8',
      '172.16.0.0/16',
    ])
  })

  test('may leave the management pool out (M-045), not that of control planes (M-042)', () => {
    const one = '\n    loadBalancer: {tenantControlPlanes: {addresses: [10.0.0.1-10.0.0.9]}}\n'
    const without = platformOf(one)
    expect(without.findings).toEqual([])
    expect(without.readable).toBe(true)
    expect(without.platform?.pools.map(({ name }) => name)).toEqual(['tenant-cp-pool'])

    const other = platformOf(one.replace('tenantControlPlanes', 'management'))
    expect(told(other.findings)).toEqual(['7 field/missing tenantControlPlanes is missing'])
    expect(other.readable).toBe(false)
    expect(other.platform?.pools.map(({ name }) => name)).toEqual(['mgmt-pool'])
    expect(told(platformOf(' {}\n').findings)).toEqual(['6 field/missing loadBalancer is missing'])
  })

  test.each([
    ['vlanID: 0', 'vlanID: "0"', 'vlanID must be a whole number, not the text "0"'],
    ['vlanID: 0', 'vlanID: 1.5', 'vlanID must be a whole number, not the number "1.5"'],
    ['vlanID: 0', 'vlanId: 0', 'field "vlanId" is unknown in spec.networking.providerNetworks[1]'],
    ['interface: bond0.206', 'mtu: 9', 'interface is missing'],
    ['bond0.206', 'eth1,eth2', 'interface "eth1,eth2" is no name of one network interface'],
    ['bond0.206', 'eno1@if2', 'interface "eno1@if2" is no name of one network interface'],
    ['172.21.204.200 - 172.21.204.250', '172.21.204.9-172.21.204.1', 'after its end'],
    ['172.21.204.200 - 172.21.204.250', '172.21.204.0..172.21.204.9', 'is written with ".."'],
    ['10.9.0.0/30', '10.9.0.1/30', 'has host bits set'],
    ['10.0.0.0/8', '10.0.0.0', 'has no prefix length'],
    ['198.51.100.0/24', '198.51.100.0/33', 'has a prefix length above 32'],
    ['excludeIPs', 'excludeIps', 'field "excludeIps" is unknown'],
  ])('with %s replaced by %s is told and not readable', (from, to, message) => {
    const { findings, readable, platform } = platformOf(networking.replace(from, to))
    expect(findings.map((finding) => finding.message).join('\n')).toContain(message)
    expect(readable).toBe(false)
    expect(platform?.networks.map(({ name }) => name)).toContain('provider2')
  })

  test.each([
    ['name: ext-b', 'name: ../ext'],
    ['gateway: 203.0.113.126', 'gateway: "fd00::1"'],
  ])('with %s replaced by %s is not readable, a rule tells why', (from, to) => {
    const { readable, platform } = platformOf(networking.replace(from, to))
    expect(readable).toBe(false)
    expect(platform?.networks.map(({ name }) => name)).toEqual(['provider'])
  })

  test('is declared once', () => {
    const text = kmetal(networking)
    const { value, findings } = read({
      'platform/a.yaml': text,
      'platform/b.yaml': text.replace('name: platform', 'name: second'),
    })
    expect(findings).toMatchObject([
      {
        rule: 'placement/second-platform',
        at: { file: 'platform/b.yaml' },
        related: [{ at: { file: 'platform/a.yaml' } }],
      },
    ])
    expect(value.readable).toBe(false)
  })

  test('may be absent', () => {
    const { value, findings } = read({})
    expect(findings).toEqual([])
    expect(value).not.toHaveProperty('platform')
    expect(value.readable).toBe(true)
  })
})
