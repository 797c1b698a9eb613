import { describe, expect, test } from 'vitest'
import type { ProviderSubnet } from '../../lib/domain/platform.ts'
import { checkClaim } from '../../lib/domain/rules/claim-checks.ts'
import { pinProblems } from '../../lib/domain/rules/eip-pin.ts'
import { context, eipClaim, platform, said } from './samples.ts'

const extA = platform.networks[0]?.subnets[0] as ProviderSubnet

describe('the type of an EipClaim', () => {
  test('external of type nat is refused', () => {
    expect(said(checkClaim(eipClaim('external', 'type: nat'), context))).toEqual([
      'eip/external-not-lrp 7: EipClaim "external" must have spec.type: lrp, it is nat',
    ])
  })

  test('external without a type is refused, saying that nat is the default', () => {
    expect(said(checkClaim(eipClaim('external', 'v4Ip: 198.51.100.40'), context))).toEqual([
      'eip/external-not-lrp 6: EipClaim "external" must have spec.type: lrp, it is nat, the default',
    ])
  })

  test('lrp of another name only warns', () => {
    const findings = checkClaim(eipClaim('web', 'type: lrp'), context)
    expect(findings.map(({ rule, severity }) => [rule, severity])).toEqual([
      ['eip/lrp-unused', 'warning'],
    ])
  })

  test('a nat claim named like a provider subnet is refused', () => {
    expect(said(checkClaim(eipClaim('ext-a', 'type: nat'), context))).toEqual([
      'eip/named-like-provider-subnet 4: EipClaim "ext-a" has the name of a provider subnet, so that its OvnEip "photon-prod-ext-a" is the router\'s',
    ])
  })

  test.each([
    ['external', 'type: lrp'],
    ['web', 'type: nat'],
    ['provider', 'v4Ip: 198.51.100.40'],
  ])('%s with %s is fine', (name, spec) => {
    expect(checkClaim(eipClaim(name, spec), context)).toEqual([])
  })
})

describe('a pin on ext-a', () => {
  const where = 'provider subnet "ext-a" (198.51.100.0/24)'
  test.each([
    ['203.0.113.9', `eip/pin-outside 8: v4Ip "203.0.113.9" is not in ${where}`],
    ['198.51.100.0', `eip/pin-edge 8: v4Ip "198.51.100.0" is the network address of ${where}`],
    [
      '198.51.100.255',
      `eip/pin-edge 8: v4Ip "198.51.100.255" is the broadcast address of ${where}`,
    ],
    ['198.51.100.1', `eip/pin-gateway 8: v4Ip "198.51.100.1" is the gateway of ${where}`],
    [
      '198.51.100.10',
      `eip/pin-excluded 8: v4Ip "198.51.100.10" is excluded from ${where} by 198.51.100.1..198.51.100.19`,
    ],
  ])('%s can never work', (pin, expected) => {
    expect(said(pinProblems(eipClaim('p', `type: nat\nv4Ip: ${pin}`), extA))).toEqual([expected])
  })

  test.each(['198.51.100.20', '198.51.100.199'])('%s can', (pin) => {
    expect(pinProblems(eipClaim('p', `type: nat\nv4Ip: ${pin}`), extA)).toEqual([])
  })

  test('no pin has no problem', () => {
    expect(pinProblems(eipClaim('p', 'type: nat'), extA)).toEqual([])
  })
})
