import { describe, expect, test } from 'vitest'
import { noFacts } from '../../lib/domain/facts.ts'
import { checkPlatform } from '../../lib/domain/rules/platform-checks.ts'
import { kmetal, said, settings } from './samples.ts'

const provider = `providerNetworks:
  - name: provider2
    subnets: [{name: ext-b, cidrBlock: 203.0.113.0/24, excludeIPs: ["203.0.113.64..203.0.113.79"]}]`

function check(tenants: string, management?: string): readonly string[] {
  const pools = [`  tenantControlPlanes: {addresses: [${tenants}]}`]
  if (management !== undefined) pools.push(`  management: {addresses: [${management}]}`)
  const text = [provider, 'loadBalancer:', ...pools].join('\n')
  return said(checkPlatform({ document: kmetal(text) }, { settings, facts: noFacts }))
}

describe('a pool on a provider segment (M-061)', () => {
  test.each(['203.0.113.0/24', '203.0.113.64-203.0.113.79', '203.0.112.1-203.0.113.0'])(
    '%s is refused',
    (entry) => {
      const lines = check('10.0.0.1-10.0.0.9', entry).filter(
        (line) => !line.startsWith('pool/edge'),
      )
      expect(lines).toEqual([
        `pool/overlaps-provider 11: "${entry}" in mgmt-pool overlaps provider subnet "ext-b" (203.0.113.0/24)`,
      ])
    },
  )

  test('one beside it is fine', () => {
    expect(check('203.0.112.1-203.0.112.254', '203.0.114.1-203.0.114.254')).toEqual([])
  })
})

describe('pools on each other (M-062)', () => {
  test('a shared address is refused, naming both pools and the address', () => {
    expect(check('172.21.208.100-172.21.208.250', '172.21.208.250-172.21.208.254')).toEqual([
      'pool/overlap 11: "172.21.208.250-172.21.208.254" in mgmt-pool overlaps "172.21.208.100-172.21.208.250" in tenant-cp-pool: both hold 172.21.208.250',
    ])
    expect(check('10.251.135.19/32', '10.251.135.19/32')).toEqual([
      'pool/overlap 11: "10.251.135.19/32" in mgmt-pool overlaps "10.251.135.19/32" in tenant-cp-pool: both hold 10.251.135.19',
    ])
  })

  test('a pool on itself is refused as well', () => {
    expect(check('10.0.0.1-10.0.0.9, 10.0.0.5-10.0.0.12')).toEqual([
      'pool/overlap 10: "10.0.0.5-10.0.0.12" in tenant-cp-pool overlaps "10.0.0.1-10.0.0.9" in tenant-cp-pool: both hold 10.0.0.5-10.0.0.9',
    ])
  })

  test('neighbours are fine', () => {
    expect(check('10.0.0.1-10.0.0.9', '10.0.0.10-10.0.0.12, "fd00::/120"')).toEqual([])
  })
})

describe('addresses at the ends of a block', () => {
  test('of a /24 warn, naming both', () => {
    expect(check('10.255.0.0/24')).toEqual([
      'pool/edge-addresses 10: "10.255.0.0/24" in tenant-cp-pool gives out 10.255.0.0 and 10.255.0.255 as well',
    ])
  })

  test.each([
    ['10.255.0.0/25', '10.255.0.0'],
    ['10.255.0.128/25', '10.255.0.255'],
  ])('of %s warn for %s alone', (entry, edge) => {
    expect(check(entry)).toEqual([
      `pool/edge-addresses 10: "${entry}" in tenant-cp-pool gives out ${edge} as well`,
    ])
  })

  test.each([
    '192.168.10.1-192.168.11.254',
    '10.0.0.16/28',
    '"fd00::/112"',
    '192.168.1.210-192.168.1.210',
  ])('of %s are silent', (entry) => {
    expect(check(entry)).toEqual([])
  })
})

test.each(['127.0.0.1-127.0.0.9', '224.0.0.8/29'])('%s is no range for a pool', (entry) => {
  expect(check(entry)[0]).toMatch(/^subnet\/special-range 10: /)
})
