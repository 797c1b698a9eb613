import { describe, expect, test } from 'vitest'
import { ledgerChanges } from '../../functions/allocate/ledger-changes.ts'
import { treeChanges } from '../../functions/allocate/tree-changes.ts'
import type { Facts } from '../../lib/domain/facts.ts'
import { applied } from '../plan/cluster-of.ts'
import { claim, documents, type Files, transfer } from '../plan/files.ts'
import { type Changes, World } from '../plan/world.ts'
import { blocksOf, delegationOf } from './ledger.ts'
import { delegated, inStep, proven, seen } from './migrating.ts'
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
      'fewer blocks',
      { [fileOf('new')]: liveCluster('new') },
      fresh,
      "it holds 2 blocks, the claim asks for 1: 10.242.0.32/28 would be nobody's",
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

  test('hands nothing over twice', () => {
    const world = worldOf()
    const two = move(old, 'KdcCluster photon-prod/two')['acknowledgements/move.yaml']
    world.commit({
      [fileOf('old')]: undefined,
      [fileOf('new')]: liveCluster('new', { blocks: 2 }),
      [fileOf('two')]: liveCluster('two', { blocks: 2 }),
      ...move(),
      'acknowledgements/two.yaml': two.replace('name: move', 'name: two'),
    })
    expect(world.finding('transfer/not-possible').message).toContain(
      'KdcCluster photon-prod/new has 10.242.0.16/28, 10.242.0.32/28 by now',
    )
    expect(blocksOf(world, 'photon-prod/new')).toHaveLength(2)
    expect(world.entry('KdcCluster photon-prod/two')?.blocks).toBeUndefined()
  })

  test.each([
    ['goes', {}],
    [
      'goes on to another project',
      {
        [fileOf('new', 'dynamo-prod')]: liveCluster('new', { blocks: 2 }),
        'acknowledgements/on.yaml': transfer(fresh, 'KdcCluster dynamo-prod/new').replace(
          'name: move',
          'name: on',
        ),
      },
    ],
  ])('K-063 that %s at once frees no block while the old one lives', (_, more) => {
    const world = delegated({
      [fileOf('a')]: liveCluster('a'),
      [fileOf('old')]: liveCluster('old', { blocks: 2 }),
    })
    const told = (facts: Facts, objects: readonly string[]) => ({
      ...facts,
      objects: [...facts.objects, ...objects].toSorted(),
    })
    world.commit({
      [fileOf('old')]: undefined,
      [fileOf('new')]: liveCluster('new', { blocks: 2 }),
      ...move(),
    })
    world.report(told(seen(world), [old]))
    world.commit({ [fileOf('new')]: undefined, ...more })
    for (let round = 0; round < 3; round += 1) world.report(told(proven(world), [old]))
    expect(world.entry(fresh)?.blocks).toHaveLength(2)
    for (let round = 0; round < 3; round += 1) world.report(proven(world))
    expect(world.entry(fresh)).toBeUndefined()
  })

  test('that is taken back while it lives does not wait for its own end', () => {
    const world = delegated({
      [fileOf('a')]: liveCluster('a'),
      [fileOf('old')]: liveCluster('old', { blocks: 2 }),
    })
    world.commit({
      [fileOf('old')]: undefined,
      [fileOf('new')]: liveCluster('new', { blocks: 2 }),
      ...move(),
    })
    const facts = seen(world)
    world.report({ ...facts, objects: [...facts.objects, old].toSorted() })
    world.commit({
      [fileOf('old')]: liveCluster('old', { blocks: 2 }),
      [fileOf('new')]: undefined,
      ...move(fresh, old),
    })
    expect(loud(world.findings)).toEqual([])
    for (let round = 0; round < 3; round += 1) world.report(seen(world))
    expect(delegationOf(world, 'photon-prod/old').reason).toBe('Delegatable')
  })

  test('planned again has the block that it uses by now, whatever the old one would get today', () => {
    const world = new World({
      [fileOf('a')]: liveCluster('a'),
      [fileOf('old')]: liveCluster('old'),
      ...vipConfig(),
    })
    const web = { environment: 'photon-prod', cluster: 'new', service: 'shop/web' }
    const policies = { externalTrafficPolicy: 'Cluster', sessionAffinity: 'None' } as const
    world.facts = {
      ...applied(world),
      complete: [],
      vips: [{ ...web, ...policies, address: '10.242.0.18', ports: [] }],
    }
    world.plan({ lived: true })
    expect(blocksOf(world, 'photon-prod/old')).toEqual(['10.242.0.32/28 Bound'])
    world.commit(
      { [fileOf('old')]: undefined, [fileOf('new')]: liveCluster('new'), ...move() },
      { lived: true },
    )
    expect(blocksOf(world, 'photon-prod/new')).toEqual(['10.242.0.16/28 Bound'])
    expect(world.entry(old)?.phase).toBe('releasing')
    expect(loud(world.findings)).toEqual([])
  })

  test('that is taken back by a revert says which blocks go, and how they come along', () => {
    const world = worldOf()
    const fresh2 = { [fileOf('new')]: liveCluster('new', { blocks: 2 }) }
    world.commit({ [fileOf('old')]: undefined, ...fresh2, ...move() })
    const revert = {
      [fileOf('old')]: liveCluster('old', { blocks: 2 }),
      [fileOf('new')]: undefined,
      'acknowledgements/move.yaml': undefined,
    }
    const said = world
      .check(revert)
      .report.findings.find(({ rule }) => rule === 'transfer/taken-back')
    expect([said?.severity, said?.message]).toEqual([
      'warning',
      'KdcCluster photon-prod/old comes back, and 10.242.0.16/28, 10.242.0.32/28, which Transfer "move" gave to KdcCluster photon-prod/new, goes with that one: it gets the lowest free ones',
    ])
    const [, ...text] = said?.hint?.split('\n') ?? []
    world.commit({ ...revert, 'acknowledgements/back.yaml': `${text.join('\n')}\n` })
    expect(loud(world.findings)).toEqual([])
    expect(blocksOf(world, 'photon-prod/old')).toEqual([
      '10.242.0.16/28 Bound',
      '10.242.0.32/28 Bound',
    ])
  })
})

describe('a cluster that comes to another project', () => {
  const moved = 'KdcCluster dynamo-prod/old'
  const comes = (text = {}) => ({
    [fileOf('old')]: undefined,
    [fileOf('old', 'dynamo-prod')]: liveCluster('old', { blocks: 2, ...text }),
    ...move(old, moved),
  })

  test('has the same blocks and ordinals there, and gives them back in the old VPC as ever', () => {
    const world = worldOf()
    const changes = { ...comes(), [fileOf('b', 'dynamo-prod')]: liveCluster('b', { blocks: 2 }) }
    const { report } = world.check(changes)
    expect(loud(report.findings)).toEqual([])
    expect(report.allocations).toContainEqual({
      environment: 'dynamo-prod',
      claim: 'KdcCluster old',
      pool: 'vip-dynamo-prod',
      block: '10.242.0.16/28',
      origin: 'kept',
    })
    world.commit(changes)
    expect(loud(world.findings)).toEqual([])
    expect(world.entry(moved)?.blocks).toEqual([
      { ordinal: 1, cidr: '10.242.0.16/28', phase: 'Bound' },
      { ordinal: 2, cidr: '10.242.0.32/28', phase: 'Bound' },
    ])
    expect(blocksOf(world, 'dynamo-prod/b')).toEqual([
      '10.242.0.0/28 Bound',
      '10.242.0.48/28 Bound',
    ])
    expect(world.entry(old)).toMatchObject({
      phase: 'releasing',
      blocks: [{ phase: 'Releasing' }, { phase: 'Releasing' }],
    })
  })

  test.each([
    ['the same project', 'photon-prod/new', []],
    ['another project', 'dynamo-prod/new', [{ action: 'released', claim: old }]],
  ])('is told as moved to %s, and not as freed', (_, to, more) => {
    const world = worldOf()
    const before = world.tree
    world.commit({
      [fileOf('old')]: undefined,
      [`environments/${to}.yaml`]: liveCluster('new', { blocks: 2 }),
      ...move(old, `KdcCluster ${to}`),
    })
    const all = ledgerChanges(treeChanges(before, world.tree))
    expect(all.filter(({ claim: name }) => name.startsWith('KdcCluster '))).toMatchObject([
      { action: 'moved', claim: `KdcCluster ${to}`, from: old, blocks: { length: 2 } },
      ...more,
    ])
  })

  test('K-063 and nobody else of the old project has them before they are proven gone there', () => {
    const world = delegated({
      [fileOf('a')]: liveCluster('a'),
      [fileOf('old')]: liveCluster('old', { blocks: 2 }),
    })
    world.commit({ ...comes(), [fileOf('next')]: liveCluster('next') })
    expect(blocksOf(world, 'photon-prod/next')).toEqual(['10.242.0.48/28 Bound'])
    expect(delegationOf(world, 'dynamo-prod/old').reason).toBe('Delegatable')
    world.report(seen(world))
    expect(world.entry(old)?.phase).toBe('tombstone')
    world.report(proven(world))
    expect(world.entry(old)).toBeUndefined()
    expect(blocksOf(world, 'dynamo-prod/old')).toEqual([
      '10.242.0.16/28 Bound',
      '10.242.0.32/28 Bound',
    ])
  })

  test('and comes back by a revert as long as the old blocks are not gone, by a Transfer after that', () => {
    const world = worldOf()
    world.commit(comes())
    const revert = {
      [fileOf('old')]: liveCluster('old', { blocks: 2 }),
      [fileOf('old', 'dynamo-prod')]: undefined,
      'acknowledgements/move.yaml': undefined,
    }
    expect(loud(world.check(revert).report.findings)).toEqual([])
    const early = world.copy()
    early.commit(revert)
    expect(blocksOf(early, 'photon-prod/old')).toEqual([
      '10.242.0.16/28 Bound',
      '10.242.0.32/28 Bound',
    ])
    expect(early.entry(moved)?.phase).toBe('releasing')
    world.plan({ neverApplied: true })
    expect(world.entry(old)).toBeUndefined()
    const said = world
      .check(revert)
      .report.findings.find(({ rule }) => rule === 'transfer/taken-back')
    expect(said?.message).toContain('10.242.0.16/28, 10.242.0.32/28, which Transfer "move" gave to')
    const [, ...text] = said?.hint?.split('\n') ?? []
    world.commit({ ...revert, 'acknowledgements/back.yaml': `${text.join('\n')}\n` })
    expect(loud(world.findings)).toEqual([])
    expect(blocksOf(world, 'photon-prod/old')).toEqual([
      '10.242.0.16/28 Bound',
      '10.242.0.32/28 Bound',
    ])
  })

  const b = { [fileOf('b', 'dynamo-prod')]: liveCluster('b', { blocks: 2 }) }
  test.each<[string, Files, Changes, string]>([
    [
      'a block of which another cluster there has',
      b,
      {},
      '10.242.0.16/28 of project "dynamo-prod" is held by KdcCluster dynamo-prod/b',
    ],
    [
      'a block of which is not given back yet there',
      b,
      { [fileOf('b', 'dynamo-prod')]: undefined },
      '10.242.0.16/28 of project "dynamo-prod" is not given back yet by KdcCluster dynamo-prod/b',
    ],
    [
      'whose pool a subnet there overlaps',
      {},
      {
        'environments/dynamo-prod/net.yaml': documents(
          claim('VpcClaim', 'main'),
          claim('SubnetClaim', 'wide', '{cidrBlock: 10.242.0.0/25, gateway: 10.242.0.1}'),
        ),
      },
      'project "dynamo-prod" cannot have 10.242.0.16/28, 10.242.0.32/28: the VIP pool 10.242.0.0/24 overlaps SubnetClaim "wide"',
    ],
  ])('hands nothing over, %s', (_, before, more, why) => {
    const world = World.of({
      [fileOf('a')]: liveCluster('a'),
      [fileOf('old')]: liveCluster('old', { blocks: 2 }),
      ...before,
      ...vipConfig(),
    })
    world.commit({ ...comes(), ...more })
    expect(world.finding('transfer/not-possible').message).toContain(why)
    expect(blocksOf(world, 'photon-prod/old').every((one) => one.endsWith(' Bound'))).toBe(true)
    expect(world.entry(moved)?.blocks).toBeUndefined()
  })

  test('hands nothing over of what something uses there that no claim explains', () => {
    const world = worldOf()
    const mirrors = [
      { address: '10.242.0.18', holder: 'SwitchLBRule dynamo-prod-web', vpc: 'dynamo-prod' },
    ]
    world.report(applied(world, { mirrors }))
    world.commit(comes())
    expect(world.finding('transfer/not-possible').message).toContain(
      '10.242.0.16/28 of project "dynamo-prod" is used by SwitchLBRule dynamo-prod-web, which the ledger does not know',
    )
  })

  test('K-084 hands nothing over while the pool is migrated', () => {
    const world = inStep('Release')
    world.commit({
      'environments/photon-prod/solar.yaml': undefined,
      [fileOf('solar', 'dynamo-prod')]: liveCluster('solar', { blocks: 2 }),
      ...move('KdcCluster photon-prod/solar', 'KdcCluster dynamo-prod/solar'),
    })
    expect(world.finding('transfer/not-possible').message).toMatch(
      /10\.242\.0\.\d+\/28, 10\.242\.0\.\d+\/28 cannot move: its pool is migrated from/,
    )
  })
})
