import { describe, expect, test } from 'vitest'
import type { Vip } from '../../lib/domain/facts.ts'
import type { VipBlock } from '../../lib/domain/vip/delegation.ts'
import { limitsOf } from '../../lib/domain/vip/vip-limits.ts'

const block: VipBlock = { ordinal: 1, cidr: '10.242.0.16/28', phase: 'Bound' }
const web: Vip = {
  environment: 'photon-prod',
  cluster: 'solar',
  service: 'shop/web',
  address: '10.242.0.17',
  ports: [{ name: 'https', port: 443, nodePort: 30443, protocol: 'TCP' }],
  externalTrafficPolicy: 'Cluster',
  sessionAffinity: 'ClientIP',
}
const limits = (more: Partial<Vip>, blocks: readonly VipBlock[] = [block]) =>
  limitsOf({ ...web, ...more }, blocks).map(({ message }) => message)

describe('a Service on a VIP', () => {
  test('of its own block breaks no limit, from the first to the last address', () => {
    for (const address of ['10.242.0.16', '10.242.0.17', '10.242.0.31'])
      expect(limits({ address })).toEqual([])
  })

  test.each([
    [
      'that asks for the nodes that have it (K-089)',
      { externalTrafficPolicy: 'Local' },
      'externalTrafficPolicy: Local is not supported on this path',
    ],
    [
      'of SCTP (K-090)',
      { ports: [...web.ports, { port: 9, nodePort: 30009, protocol: 'SCTP' }] },
      'SCTP (port 9) is not supported on this path',
    ],
    [
      'that tells clients apart by their addresses (K-091)',
      { sourceRanges: true },
      'loadBalancerSourceRanges is not supported on this path: traffic arrives source-NATed',
    ],
    [
      'whose nodes take nothing up',
      { ports: [{ port: 80, protocol: 'TCP' }] },
      'port 80 has no nodePort to go to',
    ],
    [
      'below its block',
      { address: '10.242.0.15' },
      'its address 10.242.0.15 is in no VIP block that its cluster has',
    ],
    [
      'above its block',
      { address: '10.242.0.32' },
      'its address 10.242.0.32 is in no VIP block that its cluster has',
    ],
    [
      'of the other family',
      { address: 'fd00::11' },
      'its address fd00::11 is in no VIP block that its cluster has',
    ],
  ] as const)('%s', (_, more, message) => {
    expect(limits(more)).toEqual([message])
  })

  test.each(['Revoked', 'Releasing', 'Tombstoned'] as const)('of a block that is %s', (phase) => {
    expect(limits({}, [{ ...block, phase }])).toHaveLength(1)
  })

  test('is told every limit that it breaks', () => {
    const ports = [{ port: 9, protocol: 'SCTP' }] as const
    const broken = limitsOf(
      { ...web, ports, externalTrafficPolicy: 'Local', sourceRanges: true },
      [],
    )
    expect(broken.map(({ limit }) => limit)).toEqual([
      'Outside',
      'Local',
      'SourceAddresses',
      'SCTP',
      'NodePorts',
    ])
  })
})
