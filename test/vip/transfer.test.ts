import { describe, expect, test } from 'vitest'
import { applied } from '../plan/cluster-of.ts'
import { transfer } from '../plan/files.ts'
import { World } from '../plan/world.ts'
import { blocksOf, delegationOf } from './ledger.ts'
import { liveCluster, loud, vipConfig } from './vip-files.ts'

const [old, fresh] = ['KdcCluster photon-prod/old', 'KdcCluster photon-prod/new']
const fileOf = (name: string, environment = 'photon-prod') =>
  `environments/${environment}/${name}.yaml`
const move = (from = old, to = fresh) => ({ 'acknowledgements/move.yaml': transfer(from, to) })

function worldOf(blocks = 2): World {
  return World.of({
    [fileOf('a')]: liveCluster('a'),
    [fileOf('old')]: liveCluster('old', { blocks }),
    ...vipConfig(),
  })
}

describe('a cluster that gets another name', () => {
  test('takes its blocks along by a Transfer, without a release', () => {
    const world = worldOf()
    const changes = {
      [fileOf('old')]: undefined,
      [fileOf('new')]: liveCluster('new', { blocks: 3 }),
      ...move(),
    }
    const { report } = world.check(changes)
    expect(loud(report.findings)).toEqual([])
    world.commit(changes)
    expect(world.entry(old)).toBeUndefined()
    expect(blocksOf(world, 'photon-prod/new')).toEqual([
      '10.242.0.16/28 Bound',
      '10.242.0.32/28 Bound',
      '10.242.0.48/28 Bound',
    ])
  })

  test('has them withdrawn until the old one is gone: no two clusters use one block', () => {
    const world = worldOf()
    const seen = (objects: readonly string[]) => {
      const facts = applied(world)
      const complete = [...facts.complete, 'KdcCluster', 'AddressReservation']
      return { ...facts, complete, objects: [...facts.objects, ...objects] }
    }
    world.report(seen([old]))
    world.commit({
      [fileOf('old')]: undefined,
      [fileOf('new')]: liveCluster('new', { blocks: 2 }),
      ...move(),
    })
    const withdrawn = ['10.242.0.16/28 Revoked', '10.242.0.32/28 Revoked']
    expect(blocksOf(world, 'photon-prod/new')).toEqual(withdrawn)
    expect(delegationOf(world, 'photon-prod/new').reason).toBe('Pending')
    world.report(seen([old]))
    expect(blocksOf(world, 'photon-prod/new')).toEqual(withdrawn)
    world.report(seen([]))
    expect(delegationOf(world, 'photon-prod/new').reason).toBe('Delegatable')
  })

  test.each([
    [
      'another project',
      { [fileOf('new', 'dynamo-prod')]: liveCluster('new', { blocks: 2 }) },
      'KdcCluster dynamo-prod/new',
      'VIP blocks are of the arena of project "photon-prod", and do not leave it',
    ],
    [
      'fewer blocks',
      { [fileOf('new')]: liveCluster('new') },
      fresh,
      'it holds 2 blocks, the claim asks for 1',
    ],
    [
      'one that is there already',
      { [fileOf('a')]: liveCluster('a', { blocks: 3 }) },
      'KdcCluster photon-prod/a',
      'KdcCluster photon-prod/a does not take it: it holds 10.242.0.0/28',
    ],
  ])('hands nothing to %s', (_, files, to, why) => {
    const world = worldOf()
    const changes = { [fileOf('old')]: undefined, ...files, ...move(old, to) }
    const { report } = world.check(changes)
    expect(report.findings).toContainEqual(
      expect.objectContaining({
        rule: 'transfer/not-possible',
        severity: 'error',
        message: expect.stringContaining(why) as string,
      }),
    )
    world.commit(changes)
    expect(blocksOf(world, 'photon-prod/old').every((one) => one.endsWith(' Bound'))).toBe(true)
  })

  test('hands nothing over while it is still in its file', () => {
    const world = worldOf()
    const { report } = world.check({
      [fileOf('new')]: liveCluster('new', { blocks: 2 }),
      ...move(),
    })
    expect(report.findings).toContainEqual(
      expect.objectContaining({ rule: 'transfer/not-possible' }),
    )
  })
})
