import { describe, expect, test } from 'vitest'
import { checkClaim } from '../../lib/domain/rules/claim-checks.ts'
import { context, said, settings, subnetClaim } from './samples.ts'

describe('the gateway of a SubnetClaim (M-118)', () => {
  test.each(['10.17.0.1', '10.19.255.255', '10.21.0.0'])('%s lies outside', (gateway) => {
    const claim = subnetClaim(`cidrBlock: 10.20.0.0/16\ngateway: ${gateway}`)
    expect(said(checkClaim(claim, context))).toEqual([
      `subnet/gateway-outside 8: gateway "${gateway}" is not in 10.20.0.0/16`,
    ])
  })

  test('the network address is refused', () => {
    const claim = subnetClaim('cidrBlock: 10.20.0.0/16\ngateway: 10.20.0.0')
    expect(said(checkClaim(claim, context))).toEqual([
      'subnet/gateway-network-address 8: gateway "10.20.0.0" is the network address of 10.20.0.0/16',
    ])
  })

  test('the broadcast address is refused', () => {
    const claim = subnetClaim('cidrBlock: 10.20.0.0/16\ngateway: 10.20.255.255')
    expect(said(checkClaim(claim, context))).toEqual([
      'subnet/gateway-last-address 8: gateway "10.20.255.255" is the broadcast address of 10.20.0.0/16',
    ])
  })

  test.each(['10.20.0.255', '10.20.1.0', '10.20.0.1', '10.20.255.254'])('%s is fine', (gateway) => {
    const claim = subnetClaim(`cidrBlock: 10.20.0.0/16\ngateway: ${gateway}`)
    expect(checkClaim(claim, context)).toEqual([])
  })

  test.each([
    ['1.13.15', 1],
    ['1.16.2', 1],
    ['1.16.3', 0],
    ['1.17.0', 0],
  ])('all ones in IPv6 with Kube-OVN %s', (kubeOvnVersion, count) => {
    const claim = subnetClaim('cidrBlock: fd00:1::/112\ngateway: fd00:1::ffff')
    const findings = checkClaim(claim, { ...context, settings: { ...settings, kubeOvnVersion } })
    expect(findings.map(({ rule }) => rule)).toEqual(
      Array.from({ length: count }, () => 'subnet/gateway-last-address'),
    )
  })

  test('of a dual claim each is judged by the block of its family', () => {
    const claim = subnetClaim('cidrBlock: 10.20.0.0/16,fd00::/64\ngateway: 10.20.0.1,fd01::1')
    expect(said(checkClaim(claim, context))).toEqual([
      'subnet/gateway-outside 8: gateway "fd01::1" is not in fd00::/64',
    ])
  })

  test('of a block of two addresses either may be it', () => {
    const claim = subnetClaim('cidrBlock: 10.20.0.0/31\ngateway: 10.20.0.0')
    expect(checkClaim(claim, context)).toEqual([])
  })
})

describe('the room of a SubnetClaim', () => {
  test.each(['10.20.0.8/32', 'fd00:10:20::8/128'])('%s is refused', (block) => {
    expect(said(checkClaim(subnetClaim(`cidrBlock: ${block}`), context))).toEqual([
      `subnet/no-room 7: cidrBlock "${block}" is a single address and leaves no room for a gateway and a workload`,
    ])
  })

  test.each([
    ['10.30.0.0/24', '10.30.0.1', '10.30.0.1..10.30.0.254', true],
    ['10.30.0.0/24', '10.30.0.1', '10.30.0.2..10.30.0.255', true],
    ['10.30.0.0/24', '10.30.0.1', '10.30.0.2..10.30.0.253', false],
    ['10.30.0.0/30', '10.30.0.1', '10.30.0.2', true],
    ['10.30.0.0/31', '10.30.0.0', '10.30.0.1', true],
  ])(
    '%s with gateway %s and without %s: nothing left is %s (M-135)',
    (block, gateway, exclude, full) => {
      const claim = subnetClaim(
        `cidrBlock: ${block}\ngateway: ${gateway}\nexcludeIps: ["${exclude}"]`,
      )
      const expected = full
        ? [
            `subnet/nothing-left 9: the gateway and the excluded addresses leave nothing of ${block} to give`,
          ]
        : []
      expect(said(checkClaim(claim, context))).toEqual(expected)
    },
  )
})

describe('ranges that can be no subnet', () => {
  test.each([
    ['127.0.0.0/24', 'lies in the loopback range 127.0.0.0/8'],
    ['169.254.10.0/24', 'lies in the link-local range 169.254.0.0/16'],
    ['168.0.0.0/6', 'reaches into the link-local range 169.254.0.0/16'],
    ['224.0.1.0/24', 'lies in the multicast range 224.0.0.0/4'],
    ['255.255.255.0/24', 'contains the limited broadcast address 255.255.255.255'],
    ['0.0.0.0/8', 'contains the unspecified address 0.0.0.0'],
    ['0.8.0.0/16', 'lies in the range of "this network" 0.0.0.0/8'],
    ['0.0.0.0/0', 'contains every address'],
    ['fe80::/64', 'lies in the link-local range fe80::/10'],
    ['ff02::/64', 'lies in the multicast range ff00::/8'],
    ['::/64', 'contains the loopback address ::1'],
    ['::/0', 'contains every address'],
  ])('%s', (block, why) => {
    const findings = checkClaim(subnetClaim(`cidrBlock: "${block}"`), {
      ...context,
      platform: undefined,
    })
    expect(said(findings)[0]).toBe(`subnet/special-range 7: cidrBlock "${block}" ${why}`)
  })

  test.each(['10.30.0.0/24', '192.168.0.0/16', 'fd00::/64', '2001:db8::/64', '100.65.0.0/24'])(
    '%s is fine',
    (block) => {
      expect(checkClaim(subnetClaim(`cidrBlock: ${block}`), context)).toEqual([])
    },
  )
})

describe('SNAT of a SubnetClaim', () => {
  test.each([
    ['protocol: IPv6\ncidrBlock: fd00:77::/64', ['subnet/snat-other-family 9']],
    ['protocol: Dual\ncidrBlock: 10.30.0.0/24,fd00:77::/64', []],
    ['protocol: IPv4\ncidrBlock: 10.30.0.0/24', []],
  ])('of %s', (block, wanted) => {
    const asking = checkClaim(subnetClaim(`${block}\nenableSnatRule: true`), context)
    expect(said(asking).map((line) => line.split(':')[0])).toEqual(wanted)
    expect(checkClaim(subnetClaim(`${block}\nenableSnatRule: false`), context)).toEqual([])
  })
})

describe('excludes of a SubnetClaim', () => {
  test('each that is outside or reaches beyond is named', () => {
    const claim = subnetClaim(
      'cidrBlock: 10.30.0.0/24\nexcludeIps:\n  - 10.31.0.1\n  - 10.30.0.250..10.30.1.5\n  - 10.30.0.7\n  - fd00::1',
    )
    expect(said(checkClaim(claim, context))).toEqual([
      'subnet/exclude-outside 9: excluded "10.31.0.1" is not in 10.30.0.0/24',
      'subnet/exclude-outside 10: excluded "10.30.0.250..10.30.1.5" reaches beyond 10.30.0.0/24',
      'subnet/exclude-outside 12: excluded "fd00::1" is not in 10.30.0.0/24',
    ])
  })

  test('one that reaches the broadcast address is fine', () => {
    const claim = subnetClaim('cidrBlock: 10.0.6.0/24\nexcludeIps: ["10.0.6.20..10.0.6.255"]')
    expect(checkClaim(claim, context)).toEqual([])
  })
})

describe('overlaps with the platform', () => {
  test.each(['198.51.100.0/24', '198.51.100.128/25', '198.51.0.0/16'])('%s', (block) => {
    expect(said(checkClaim(subnetClaim(`cidrBlock: ${block}`), context))).toEqual([
      `subnet/overlaps-provider 7: cidrBlock "${block}" overlaps provider subnet "ext-a" (198.51.100.0/24)`,
    ])
  })

  test.each([
    ['100.64.0.0/24', 'join range 100.64.0.0/16'],
    ['10.16.0.0/16', 'pod range 10.16.0.0/16'],
    ['10.100.0.0/24', 'service range 10.96.0.0/12'],
  ])('%s only warns', (block, what) => {
    const findings = checkClaim(subnetClaim(`cidrBlock: ${block}`), context)
    expect(findings.map(({ severity }) => severity)).toEqual(['warning'])
    expect(findings[0]?.message).toBe(`cidrBlock "${block}" overlaps the cluster's ${what}`)
  })

  test('of a pool only warns: machines would not reach their control plane', () => {
    const claim = subnetClaim('cidrBlock: 172.21.208.128/25')
    expect(checkClaim(claim, context)).toMatchObject([
      {
        rule: 'subnet/overlaps-pool',
        severity: 'warning',
        message:
          'cidrBlock "172.21.208.128/25" overlaps tenant-cp-pool (172.21.208.100-172.21.208.250)',
        value: '172.21.208.128/25',
      },
    ])
    expect(checkClaim(subnetClaim('cidrBlock: 172.21.209.0/24'), context)).toEqual([])
  })
})

test('all that is wrong is told in one run', () => {
  const claim = subnetClaim(
    'cidrBlock: 198.51.100.0/24\ngateway: 10.0.0.1\nexcludeIps: [10.0.0.2]',
    'cluster',
    'ovn',
  )
  expect(
    checkClaim(claim, context)
      .map(({ rule }) => rule)
      .toSorted(),
  ).toEqual([
    'name/reserved',
    'subnet/exclude-outside',
    'subnet/gateway-outside',
    'subnet/overlaps-provider',
  ])
})
