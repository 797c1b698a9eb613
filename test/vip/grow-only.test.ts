import { describe, expect, test } from 'vitest'
import { World } from '../plan/world.ts'
import { kdcCluster, loud } from './vip-files.ts'

const path = 'environments/photon-prod/solar.yaml'
const of = (blocks: number | undefined) => kdcCluster('solar', { blocks })
const worldWith = (blocks: number) => World.of({ [path]: of(blocks) })

describe('K-060 the number of blocks only grows', () => {
  test('and what it grows to is what it may not fall below from then on', () => {
    const world = worldWith(2)
    expect(world.check({ [path]: of(3) }).report.verdict).toBe('accept')
    world.commit({ [path]: of(3) })
    expect(world.entry('KdcCluster photon-prod/solar')?.spec).toMatchObject({ blocks: 3 })
    expect(world.check({ [path]: of(2) }).report.verdict).toBe('refuse')
  })

  test('so a smaller one is refused, with both numbers and the place', () => {
    const { report } = worldWith(3).check({ [path]: of(2) })
    expect(loud(report.findings)).toMatchObject([
      {
        rule: 'vip/blocks-shrunk',
        severity: 'error',
        at: { file: path, line: 10, column: 26 },
        object: 'KdcCluster photon-prod/solar',
        field: 'spec.loadBalancer.blocks',
        value: '2',
        message: 'blocks of KdcCluster "solar" only grow: 3 cannot become 2',
      },
    ])
  })

  test('and to leave it out is to say one', () => {
    const { report } = worldWith(3).check({ [path]: of(undefined) })
    expect(loud(report.findings)).toMatchObject([
      {
        rule: 'vip/blocks-shrunk',
        at: { file: path },
        message: 'blocks of KdcCluster "solar" only grow: 3 cannot become left out, which means 1',
      },
    ])
    expect(worldWith(1).check({ [path]: of(undefined) }).report.verdict).toBe('accept')
  })

  test('also where it was merged all the same: the cluster keeps what it had', () => {
    const world = worldWith(3)
    world.commit({ [path]: of(1) })
    expect(world.said).toContain('error vip/blocks-shrunk')
    expect(world.entry('KdcCluster photon-prod/solar')?.spec).toMatchObject({ blocks: 3 })
  })
})

test('a KdcCluster whose reservations would be called like another one’s is refused', () => {
  const world = World.of({
    'environments/photon/a.yaml': kdcCluster('prod-solar'),
    'environments/photon-dev/a.yaml': kdcCluster('solar'),
  })
  const { report } = world.check({ [path]: of(1) })
  expect(loud(report.findings)).toMatchObject([
    {
      rule: 'name/taken',
      severity: 'error',
      message:
        'KdcCluster "solar" needs the AddressReservation name "photon-prod-solar", which KdcCluster "prod-solar" in namespace "photon" has already',
    },
  ])
  expect(world.entry('KdcCluster photon-dev/solar')?.phase).toBe('held')
})
