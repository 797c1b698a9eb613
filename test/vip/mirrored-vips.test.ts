import { describe, expect, test } from 'vitest'
import type { Vip } from '../../lib/domain/facts.ts'
import { renderSwitchLbRule } from '../../lib/domain/manifests/switch-lb-rule.ts'
import { mirrorName } from '../../lib/domain/names.ts'
import { mirroredVips } from '../../lib/domain/vip/mirrored-vips.ts'
import { judge, judgeAvailable } from '../manifests/crd-judge.ts'
import { block } from '../manifests/vip-sample.ts'

const web: Vip = {
  environment: 'photon-prod',
  cluster: 'solar',
  service: 'shop/web',
  address: '10.242.0.17',
  ports: [
    { name: 'https', port: 443, nodePort: 30443, protocol: 'TCP' },
    { name: 'dns', port: 53, nodePort: 30053, protocol: 'UDP' },
  ],
  externalTrafficPolicy: 'Cluster',
  sessionAffinity: 'None',
}
const blocks = [block(1)]

function told(...vips: readonly Partial<Vip>[]) {
  const { mirrored, left } = mirroredVips(
    vips.map((change) => ({ ...web, ...change })),
    blocks,
  )
  return {
    mirrored: mirrored.map(({ service }) => service),
    left: left.map(({ vip, why }) => `${vip.service}: ${why}`),
  }
}

describe('of the VIPs of a cluster', () => {
  test('all are mirrored that are in its blocks and break no limit', () => {
    expect(told({}, { service: 'shop/api', address: '10.242.0.18' })).toEqual({
      mirrored: ['shop/api', 'shop/web'],
      left: [],
    })
  })

  test('two share an address by different ports or protocols', () => {
    const udp = [{ port: 443, nodePort: 30444, protocol: 'UDP' as const }]
    expect(told({}, { service: 'shop/quic', ports: udp })).toEqual({
      mirrored: ['shop/quic', 'shop/web'],
      left: [],
    })
  })

  test('the second on a port is left, whatever the order', () => {
    const other = { service: 'shop/late', ports: web.ports.slice(1) }
    const now = {
      mirrored: ['shop/late'],
      left: ['shop/web: 10.242.0.17:53/UDP is that of Service shop/late'],
    }
    expect(told({}, other)).toEqual(now)
    expect(told(other, {})).toEqual(now)
  })

  test('what is left takes no port away', () => {
    const local = { service: 'shop/a', externalTrafficPolicy: 'Local' } as const
    expect(told({}, local)).toEqual({
      mirrored: ['shop/web'],
      left: ['shop/a: externalTrafficPolicy: Local is not supported on this path'],
    })
  })

  test.each<[string, Partial<Vip>, string]>([
    ['outside its blocks (K-011)', { address: '10.242.0.33' }, 'is in no VIP block'],
    ['of SCTP (K-090)', { ports: [{ port: 9, nodePort: 30009, protocol: 'SCTP' }] }, 'SCTP'],
    ['for some clients (K-091)', { sourceRanges: true }, 'loadBalancerSourceRanges'],
  ])('one %s is left', (_, change, why) => {
    expect(told(change)).toEqual({ mirrored: [], left: [expect.stringContaining(why)] })
  })

  test('none is mirrored once the block is withdrawn (K-094)', () => {
    const { mirrored, left } = mirroredVips([web], [block(1, 1, 'Revoked')])
    expect([mirrored, left.length]).toEqual([[], 1])
  })
})

describe('the SwitchLBRule of a VIP', () => {
  test("has all ports, in the project's VPC, and takes no address of the tenant's subnet (K-019) (K-024)", () => {
    const { metadata, spec } = renderSwitchLbRule(web, 'photon-prod-production')
    expect(metadata.annotations).toEqual({
      'argocd.argoproj.io/sync-wave': '13',
      'netclaim.dev/claim': 'KdcCluster photon-prod/solar',
      'netclaim.dev/service': 'shop/web',
      'ovn.kubernetes.io/logical_router': 'photon-prod',
      'ovn.kubernetes.io/logical_switch': 'photon-prod-production',
      'ovn.kubernetes.io/service_health_check': 'false',
    })
    expect(spec).toEqual({
      vip: '10.242.0.17',
      namespace: 'photon-prod',
      selector: ['cluster.x-k8s.io/cluster-name:solar', 'cluster.x-k8s.io/role:worker'],
      ports: [
        { name: 'tcp-443', port: 443, targetPort: 30443, protocol: 'TCP' },
        { name: 'udp-53', port: 53, targetPort: 30053, protocol: 'UDP' },
      ],
    })
  })

  test('keeps clients on their node where the Service asks for it', () => {
    const { spec } = renderSwitchLbRule({ ...web, sessionAffinity: 'ClientIP' }, 'a')
    expect(spec['sessionAffinity']).toBe('ClientIP')
  })

  test.skipIf(!judgeAvailable)('is what the CRDs of Kube-OVN take', () => {
    expect(judge(renderSwitchLbRule(web, 'photon-prod-production'))).toEqual([])
  })

  const x = (length: number) => 'x'.repeat(length)
  test.each([
    ['photon-prod', 'solar', 'shop/web', 'photon-prod-solar-shop-web-'],
    [x(63), x(63), `${x(63)}/${x(63)}`, `${x(42)}-`],
    ['photon', 'prod-solar', 'shop/web', 'photon-prod-solar-shop-web-'],
  ])(
    'of %s, %s, %s is called %s and so on, in 59 characters (Kube-OVN puts slr- before it)',
    (environment, cluster, service, start) => {
      const name = mirrorName({ environment, cluster, service, address: '10.242.0.17' })
      expect(name.startsWith(start)).toBe(true)
      expect(name.length).toBeLessThanOrEqual(59)
      expect(name).toMatch(/^[a-z0-9-]+[a-z0-9]$/)
    },
  )

  test('has a name of its own, though dashes make others read alike', () => {
    const keys = [
      { environment: 'photon-prod', cluster: 'solar', service: 'shop/web' },
      { environment: 'photon', cluster: 'prod-solar', service: 'shop/web' },
      { environment: 'photon-prod', cluster: 'solar', service: 'shop-web/a' },
      { environment: 'photon-prod', cluster: 'solar-shop', service: 'web/a' },
    ]
    const addresses = ['10.242.0.17', '10.242.0.18']
    const names = keys.flatMap((key) => addresses.map((address) => mirrorName({ ...key, address })))
    expect(new Set(names).size).toBe(names.length)
  })
})
