import { describe, expect, test } from 'vitest'
import { resolveExternalSubnet } from '../../lib/domain/external-subnet.ts'
import { checkClaim } from '../../lib/domain/rules/claim-checks.ts'
import { context, platform, said, settings, vpcClaim } from './samples.ts'

const outside = (network: string) => `externalAccess: true\nproviderNetworkRef:\n  name: ${network}`
const annotation = 'network.kmetal.io/provider-network-subnet'

describe('the provider network of a VpcClaim', () => {
  test('without external access it is refused, naming both fields (M-100)', () => {
    const claim = vpcClaim('externalAccess: false\nproviderNetworkRef: {name: provider}')
    expect(said(checkClaim(claim, context))).toEqual([
      'vpc/reference-without-access 8: providerNetworkRef names "provider", but externalAccess is false',
    ])
  })

  test('one that is unknown is refused, naming the known ones (M-203)', () => {
    expect(said(checkClaim(vpcClaim(outside('provider9')), context))).toEqual([
      'vpc/unknown-provider-network 9: provider network "provider9" is unknown, known are "provider", "provider2", "empty"',
    ])
  })

  test('a provider subnet in its place is refused, naming the network that it is of', () => {
    const [finding] = checkClaim(vpcClaim(outside('ext-b')), context)
    expect(finding?.rule).toBe('vpc/unknown-provider-network')
    expect(finding?.hint).toBe(
      'write "provider2", the provider network that "ext-b" is a subnet of',
    )
  })

  test('one without subnets is refused', () => {
    expect(said(checkClaim(vpcClaim(outside('empty')), context))).toEqual([
      'vpc/provider-network-empty 9: provider network "empty" has no subnet',
    ])
  })

  test('several subnets and no annotation are refused, naming how many (M-103, M-104, M-204)', () => {
    const [finding] = checkClaim(vpcClaim(outside('provider2')), context)
    expect(finding?.rule).toBe('vpc/ambiguous-provider-network')
    expect(finding?.message).toBe(
      `provider network "provider2" has 2 subnets ("ext-b", "ext-b2"), and no annotation ${annotation} names one`,
    )
  })

  test('several subnets and an annotation are fine (M-103)', () => {
    expect(checkClaim(vpcClaim(outside('provider2'), 'ext-b'), context)).toEqual([])
  })

  test("another network's subnet is refused at the annotation", () => {
    const [finding] = checkClaim(vpcClaim(outside('provider2'), 'ext-a'), context)
    expect(finding?.at?.line).toBe(6)
    expect(finding?.message).toBe(
      '"ext-a" is no subnet of provider network "provider2", which has "ext-b", "ext-b2"',
    )
  })

  test('an annotation alone is not used, which warns', () => {
    const findings = checkClaim(vpcClaim('externalAccess: true', 'ext-b'), context)
    expect(findings.map(({ rule, severity }) => [rule, severity])).toEqual([
      ['vpc/annotation-unused', 'warning'],
    ])
  })

  test('one that is not granted is refused, one that is granted not', () => {
    const granted = {
      ...context,
      settings: { ...settings, grants: { providerNetworks: 'granted' as const } },
      grants: { namespace: 'nova-dev', quotas: {}, providerNetworks: ['provider2'] },
    }
    expect(said(checkClaim(vpcClaim(outside('provider')), granted))).toEqual([
      'vpc/provider-network-not-granted 9: provider network "provider" is not granted to "nova-dev", granted are "provider2"',
    ])
    expect(checkClaim(vpcClaim(outside('provider2'), 'ext-b'), granted)).toEqual([])
    expect(checkClaim(vpcClaim('externalAccess: true'), granted)).toEqual([])
  })
})

describe('the default', () => {
  test.each([
    [
      { ...platform, defaultProviderSubnet: 'ext-c' },
      'defaultProviderSubnet "ext-c" is no provider subnet',
    ],
    [undefined, 'the platform has no defaultProviderSubnet'],
  ])('that leads nowhere is refused (%#)', (broken, why) => {
    const findings = checkClaim(vpcClaim('externalAccess: true'), { ...context, platform: broken })
    expect(said(findings)).toEqual([
      `vpc/no-external-subnet 7: externalAccess is true, the claim names no provider network and ${why}`,
    ])
  })

  test('is not asked for without external access', () => {
    expect(
      checkClaim(vpcClaim('externalAccess: false'), { ...context, platform: undefined }),
    ).toEqual([])
  })
})

describe('an older Kube-OVN', () => {
  test.each([
    ['1.13.15', 'externalAccess: true', 7],
    ['1.13.15', outside('provider'), 9],
  ])('%s reaches no other subnet than external', (kubeOvnVersion, spec, line) => {
    const findings = checkClaim(vpcClaim(spec), {
      ...context,
      settings: { ...settings, kubeOvnVersion },
    })
    expect(said(findings)).toEqual([
      `vpc/needs-newer-kube-ovn ${line}: provider subnet "ext-a" cannot be the only external subnet with Kube-OVN "1.13.15", 1.14 is the first that can`,
    ])
  })

  test('1.14 does', () => {
    const newer = { ...context, settings: { ...settings, kubeOvnVersion: '1.14.0' } }
    expect(checkClaim(vpcClaim(outside('provider')), newer)).toEqual([])
  })
})

describe('the external subnet of a VPC', () => {
  test.each([
    [{ externalAccess: false, providerNetwork: 'provider' }, undefined],
    [{ externalAccess: true }, 'ext-a'],
    [{ externalAccess: true, providerSubnet: 'ext-b' }, 'ext-a'],
    [{ externalAccess: true, providerNetwork: 'provider' }, 'ext-a'],
    [{ externalAccess: true, providerNetwork: 'provider2' }, undefined],
    [{ externalAccess: true, providerNetwork: 'provider2', providerSubnet: 'ext-b2' }, 'ext-b2'],
    [{ externalAccess: true, providerNetwork: 'provider2', providerSubnet: 'ext-a' }, undefined],
    [{ externalAccess: true, providerNetwork: 'empty' }, undefined],
    [{ externalAccess: true, providerNetwork: 'provider9' }, undefined],
  ])('of %j is %s', (spec, name) => {
    expect(resolveExternalSubnet(spec, platform)?.name).toBe(name)
  })
})
