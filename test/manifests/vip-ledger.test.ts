import { describe, expect, test } from 'vitest'
import { renderArena } from '../../lib/domain/manifests/address-arena.ts'
import { renderReservations } from '../../lib/domain/manifests/address-reservation.ts'
import type { BlockPhase } from '../../lib/domain/vip/delegation.ts'
import { arenaOf, block, delegation } from './vip-sample.ts'

const phases: readonly BlockPhase[] = ['Bound', 'Revoked', 'Releasing', 'Tombstoned']
const every = delegation({ blocks: phases.map((phase, at) => block(at, at + 1, phase)) })

describe('the arena of a project', () => {
  test('is named vip-<project-ns> and keeps its pool (K-041) (K-046)', () => {
    const { metadata, spec } = renderArena(arenaOf(delegation()))
    expect(metadata.name).toBe('vip-photon-prod')
    expect(spec).toMatchObject({ projectNamespace: 'photon-prod', cidr: '10.242.0.0/24' })
  })

  test('carries the finalizer that keeps it while its project lives (K-086)', () => {
    const { metadata } = renderArena(arenaOf())
    expect(metadata.finalizers).toEqual(['network.kube-dc.com/arena'])
  })

  test('counts a slot for a block of any phase, beside both limits (K-061) (K-062) (K-070)', () => {
    const { spec } = renderArena(
      arenaOf(every, delegation({ cluster: 'lunar', blocks: [block(9)] })),
    )
    expect(spec).toMatchObject({ slotsUsed: 5, slotsMaximum: 64, blocks: 16 })
    expect(spec['slots']).toEqual([
      { cluster: 'solar', ordinal: 1, cidr: '10.242.0.0/28', phase: 'Bound' },
      { cluster: 'solar', ordinal: 2, cidr: '10.242.0.16/28', phase: 'Revoked' },
      { cluster: 'solar', ordinal: 3, cidr: '10.242.0.32/28', phase: 'Releasing' },
      { cluster: 'solar', ordinal: 4, cidr: '10.242.0.48/28', phase: 'Tombstoned' },
      { cluster: 'lunar', ordinal: 1, cidr: '10.242.0.144/28', phase: 'Bound' },
    ])
  })

  test.each([
    ['10.242.0.0/29', 0],
    ['10.242.0.0/28', 1],
    ['10.242.0.0/22', 64],
    ['fd00::/64', 2 ** 53 - 1],
  ])('the pool %s has %i blocks', (cidr, blocks) => {
    expect(renderArena({ ...arenaOf(), cidr }).spec['blocks']).toBe(blocks)
  })
})

describe('the reservations of a cluster', () => {
  test('are found by the name of the cluster, one a block (K-045) (K-057)', () => {
    const [first, second, ...more] = renderReservations(delegation())
    expect([first?.metadata.name, second?.metadata.name, more]).toEqual([
      'photon-prod-solar-1',
      'photon-prod-solar-2',
      [],
    ])
    expect(second?.metadata.annotations['netclaim.dev/claim']).toBe('KdcCluster photon-prod/solar')
    expect(second?.spec).toEqual({
      arena: 'vip-photon-prod',
      projectNamespace: 'photon-prod',
      cluster: 'solar',
      ordinal: 2,
      cidr: '10.242.0.32/28',
      phase: 'Bound',
      disposition: 'Retain',
    })
  })

  test('are to be released once the block is on its way back, and gone with the tombstone (K-077) (K-082) (K-083)', () => {
    const said = renderReservations(every).map(({ spec }) => [spec['phase'], spec['disposition']])
    expect(said).toEqual([
      ['Bound', 'Retain'],
      ['Revoked', 'Retain'],
      ['Releasing', 'Release'],
    ])
  })
})
