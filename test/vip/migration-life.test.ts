import { describe, expect, test } from 'vitest'
import { ledgerChanges } from '../../functions/allocate/ledger-changes.ts'
import { treeChanges } from '../../functions/allocate/tree-changes.ts'
import { isNews } from '../../lib/pipeline/facts/is-news.ts'
import { planCommit } from '../../lib/pipeline/plan-commit.ts'
import { toProve } from '../../lib/pipeline/proof/to-prove.ts'
import { asHolders } from '../../lib/pipeline/recover/restart.ts'
import { claim, documents, transfer } from '../plan/files.ts'
import { rendered } from '../plan/rendered.ts'
import { engine, type World } from '../plan/world.ts'
import { blocksOf, delegationOf } from './ledger.ts'
import { clusters, delegated, filesOf, inStep, proven, seen, take } from './migrating.ts'
import { newPool } from './migration-file.ts'
import { liveCluster, loud, vipConfig } from './vip-files.ts'

const solar = 'photon-prod/solar'
const path = 'environments/photon-prod/solar.yaml'
const late = { 'environments/photon-prod/late.yaml': liveCluster('late') }

function isAnyOldReservation({ tree }: Pick<World, 'tree'>): boolean {
  return [...rendered(tree).values()].some(
    ({ kind, spec }) => kind === 'AddressReservation' && String(spec['cidr']).startsWith('10.242.'),
  )
}

describe('while a migration goes on', () => {
  test('K-079 nothing new is delegated out of either pool, whoever asks and in whatever mode', () => {
    for (const step of ['Revoke', 'Delete', 'Retire'] as const) {
      const world = inStep(step)
      world.commit(late)
      expect(delegationOf(world, 'photon-prod/late')).toMatchObject({
        reason: 'Pending',
        blocks: [],
      })
      world.commit(vipConfig('observe'))
      world.commit(vipConfig('enable'))
      expect(delegationOf(world, 'photon-prod/late').blocks).toEqual([])
    }
  })

  test('K-079 blocks are withdrawn under observe, too, which else leaves what is delegated', () => {
    const world = delegated()
    world.commit(vipConfig('observe'))
    expect(blocksOf(world, solar)[0]).toBe('10.242.0.16/28 Bound')
    world.commit(filesOf('Revoke'))
    expect(blocksOf(world, solar)[0]).toBe('10.242.0.16/28 Revoked')
  })

  test('off, and enable again, brings nothing back that was given back', () => {
    const world = inStep('Release')
    world.commit(vipConfig('off'))
    world.commit(vipConfig('enable'))
    expect(blocksOf(world, solar)).toEqual(['10.242.0.16/28 Releasing', '10.242.0.32/28 Releasing'])
    world.commit({ ...vipConfig('off'), ...filesOf('Delete') })
    world.report(seen(world))
    world.report(proven(world))
    expect(blocksOf(world, solar)).toEqual([])
    take(world, 'Retire')
    world.commit({ ...filesOf('Create'), ...vipConfig('off', newPool) })
    expect(blocksOf(world, solar)).toEqual([])
    world.commit(vipConfig('enable', newPool))
    expect(blocksOf(world, solar)).toEqual(['10.243.0.16/28 Bound', '10.243.0.32/28 Bound'])
  })

  test('subnets keep off the pool to come, so that its last step is not refused', () => {
    const world = inStep('Revoke')
    const subnet = {
      'environments/photon-prod/net.yaml': documents(
        claim('VpcClaim', 'main'),
        claim('SubnetClaim', 'production', '{cidrBlock: 10.243.0.0/16}'),
      ),
    }
    expect(loud(world.check(subnet).report.findings)).toMatchObject([
      { rule: 'vip/pool-overlap', object: 'SubnetClaim photon-prod/production' },
    ])
  })

  test('projects go on by themselves: one that is proven waits for the other', () => {
    const world = inStep('Release')
    world.commit(filesOf('Delete'))
    world.report(seen(world))
    const facts = proven(world)
    world.report({ ...facts, proven: facts.proven.filter(({ vpc }) => vpc === 'dynamo-prod') })
    expect(blocksOf(world, 'dynamo-prod/coil')).toEqual([])
    expect(blocksOf(world, solar)[0]).toBe('10.242.0.16/28 Tombstoned')
    const { report } = world.check(filesOf('Retire'))
    expect(loud(report.findings).map(({ message }) => message.split(': ')[1])).toEqual([
      'KdcCluster photon-prod/moon',
      'KdcCluster photon-prod/solar',
    ])
    // Nobody gets what is free: it is the old pool's.
    world.commit({ 'environments/dynamo-prod/late.yaml': liveCluster('late') })
    expect(blocksOf(world, 'dynamo-prod/late')).toEqual([])
    world.report(proven(world))
    expect(world.check(filesOf('Retire')).report.verdict).toBe('accept')
  })
})

describe('a reservation that is released', () => {
  test('K-077 leaves a tombstone, which proof of its own VPC alone frees', () => {
    const world = inStep('Release')
    world.commit(filesOf('Delete'))
    const { generation } = world.state
    for (const vpc of ['dynamo-prod', undefined]) {
      const one = { address: '10.242.0.16/28', generation, ...(vpc === undefined ? {} : { vpc }) }
      world.report(seen(world, { proven: [one, { ...one, address: '10.242.0.32/28' }] }))
      expect(blocksOf(world, solar)).toEqual([
        '10.242.0.16/28 Tombstoned',
        '10.242.0.32/28 Tombstoned',
      ])
    }
    // Old reads, of before the reservations went, prove nothing.
    const old = proven(world).proven.map((one) => ({ ...one, generation: generation - 1 }))
    world.report(seen(world, { proven: old }))
    expect(blocksOf(world, solar)[0]).toBe('10.242.0.16/28 Tombstoned')
    // Nor do new ones while a reservation is still there.
    const facts = proven(world)
    const objects = [...facts.objects, 'AddressReservation photon-prod-solar-1']
    world.report({ ...facts, objects })
    expect(blocksOf(world, solar)[0]).toBe('10.242.0.16/28 Tombstoned')
    world.report(proven(world))
    expect(blocksOf(world, solar)).toEqual([])
  })

  test('K-077 is proven by reads that the sync makes for it, as soon as its record is seen gone', () => {
    const world = inStep('Release')
    const wanted = () => toProve(world.state, world.facts)
    expect(wanted()).toEqual([])
    world.commit(filesOf('Delete'))
    expect(wanted()).toEqual([])
    world.report(seen(world))
    expect(wanted()).toEqual([
      { address: '10.242.0.0/28', vpc: 'dynamo-prod' },
      { address: '10.242.0.0/28', vpc: 'photon-prod' },
      { address: '10.242.0.16/28', vpc: 'photon-prod' },
      { address: '10.242.0.32/28', vpc: 'photon-prod' },
    ])
    world.report(proven(world))
    expect(wanted()).toEqual([])
  })

  test('K-078 never gives its capacity to another pool, nor to another cluster of its own', () => {
    const world = inStep('Revoke')
    const ask = { 'environments/photon-prod/asks.yaml': liveCluster('asks') }
    const slots = () =>
      world.check(ask).report.capacity.find(({ pool }) => pool === 'vip-photon-prod')
    expect(slots()).toMatchObject({ used: '3', tombstoned: '0' })
    world.commit(filesOf('Release'))
    expect(slots()).toMatchObject({ used: '0', tombstoned: '3' })
    world.report(seen(world))
    world.commit({ ...filesOf('Delete'), ...late })
    world.report(seen(world))
    world.report(proven(world))
    expect(slots()).toMatchObject({ used: '0', tombstoned: '0' })
    expect(world.state.arenas.get('photon-prod')).toBe('10.242.0.0/24')
    expect(blocksOf(world, 'photon-prod/late')).toEqual([])
    take(world, 'Retire')
    take(world, 'Create')
    // Beginning with the first of the new pool, as if there had never been another.
    const names = ['late', 'moon', 'solar'].flatMap((name) =>
      blocksOf(world, `photon-prod/${name}`),
    )
    expect(names).toEqual([
      '10.243.0.0/28 Bound',
      '10.243.0.16/28 Bound',
      '10.243.0.32/28 Bound',
      '10.243.0.48/28 Bound',
    ])
  })

  test('K-083 K-084 is never brought back by a rebuild, nor by a cluster that goes and returns', () => {
    const world = inStep('Release')
    world.commit(filesOf('Delete'))
    expect(isAnyOldReservation(world)).toBe(false)
    // Rebuilt from the ledger, while nothing is known but what is there.
    const { main: head, tree: state, source } = world
    const facts = asHolders(world.facts)
    const rebuilt = planCommit({ head, state, facts, source, engine })
    expect(isAnyOldReservation(rebuilt)).toBe(false)
    expect(rebuilt.commit).toBe(true)
    // Gone and back again.
    world.commit({ [path]: undefined })
    expect(isAnyOldReservation(world)).toBe(false)
    world.commit({ [path]: clusters[path] })
    expect(isAnyOldReservation(world)).toBe(false)
    world.report(seen(world))
    world.report(proven(world))
    world.report(proven(world))
    expect(blocksOf(world, solar)).toEqual([])
    take(world, 'Retire')
    take(world, 'Create')
    expect(blocksOf(world, solar)[0]).toMatch(/^10\.243\.0\.\d+\/28 Bound$/)
  })

  test('goes with a cluster that gets another name, and is proven gone under that one', () => {
    const world = inStep('Release')
    world.commit(filesOf('Delete'))
    const nova = 'photon-prod/nova'
    world.commit({
      [path]: undefined,
      'environments/photon-prod/nova.yaml': liveCluster('nova', { blocks: 2 }),
      'acknowledgements/nova.yaml': transfer(`KdcCluster ${solar}`, `KdcCluster ${nova}`),
    })
    expect(blocksOf(world, nova)).toEqual([
      '10.242.0.16/28 Tombstoned',
      '10.242.0.32/28 Tombstoned',
    ])
    expect(isAnyOldReservation(world)).toBe(false)
    const alive = proven(world)
    world.report({ ...alive, objects: [...alive.objects, `KdcCluster ${solar}`] })
    world.report(proven(world))
    expect(blocksOf(world, nova)).toEqual([])
    expect(world.entry(`KdcCluster ${solar}`)).toBeUndefined()
  })

  test('of a cluster that goes when its records are deleted is kept until that is gone', () => {
    const world = inStep('Release')
    world.commit(filesOf('Delete'))
    world.commit({ [path]: undefined })
    const facts = proven(world)
    world.report({ ...facts, clusters: [...facts.clusters, solar] })
    expect(blocksOf(world, solar)[0]).toBe('10.242.0.16/28 Tombstoned')
    world.report(proven(world))
    expect(world.entry(`KdcCluster ${solar}`)).toBeUndefined()
  })

  test('of a cluster that goes meanwhile is its own until that is gone', () => {
    const world = inStep('Release')
    world.commit({ [path]: undefined })
    const alive = () => {
      const facts = proven(world)
      const objects = [...facts.objects, `KdcCluster ${solar}`]
      return { ...facts, objects, clusters: [...facts.clusters, solar] }
    }
    world.report(alive())
    world.commit(filesOf('Delete'))
    world.report(alive())
    world.report(alive())
    expect(blocksOf(world, 'photon-prod/moon')).toEqual([])
    expect(blocksOf(world, solar)[0]).toBe('10.242.0.16/28 Releasing')
    expect(loud(world.check(filesOf('Retire')).report.findings)).toMatchObject([
      {
        message:
          'step Retire is not due: KdcCluster photon-prod/solar: 10.242.0.16/28 (Releasing), 10.242.0.32/28 (Releasing): cluster "solar" is still there',
      },
    ])
    world.report(seen(world))
    world.report(proven(world))
    expect(world.entry(`KdcCluster ${solar}`)).toBeUndefined()
    expect(world.check(filesOf('Retire')).report.verdict).toBe('accept')
  })
})

describe('what happens to the blocks of a cluster that stays', () => {
  test('stands in the commits of the state, released and freed with their ranges, and in no row of a check', () => {
    const world = inStep('Revoke')
    const claim = 'KdcCluster dynamo-prod/coil'
    const changes = (change: () => void) => {
      const before = world.tree
      change()
      const all = ledgerChanges(treeChanges(before, world.tree))
      return all.filter((one) => one.claim === claim)
    }
    const blocks = ['10.242.0.0/28']
    expect(changes(() => world.commit(filesOf('Release')))).toEqual([
      { action: 'released', claim, blocks },
    ])
    world.report(seen(world))
    expect(changes(() => world.commit(filesOf('Delete')))).toEqual([])
    const { allocations } = world.check(vipConfig('observe')).report
    expect(allocations.filter(({ pool }) => pool.startsWith('vip-'))).toEqual([])
    world.report(seen(world))
    expect(changes(() => world.report(proven(world)))).toEqual([{ action: 'freed', claim, blocks }])
    expect(world.said.filter((one) => one === 'info release/free')).toHaveLength(3)
  })
})

describe('facts that a migration waits for', () => {
  test('are told though nothing but the state that is applied is another', () => {
    const world = inStep('Revoke')
    world.commit(filesOf('Release'))
    const published = world.facts
    const { generation } = world.state
    expect(isNews({ ...published, generation }, published, world.state)).toBe(true)
    expect(isNews({ ...published, generation: generation - 1 }, published, world.state)).toBe(false)
    const over = inStep('Create')
    const later = { ...over.facts, generation: over.state.generation + 5 }
    expect(isNews(later, over.facts, over.state)).toBe(false)
  })
})

describe('K-086 the arena of a project that lives', () => {
  test('stays with its finalizer when its last block is gone, until it is retired explicitly', () => {
    const world = inStep('Delete')
    expect(blocksOf(world, solar)).toEqual([])
    const arena = world.tree.get('rendered/environments/photon-prod/arena.yaml') ?? ''
    expect(arena).toContain('finalizers:\n    - network.kube-dc.com/arena')
    expect(arena).toContain('cidr: "10.242.0.0/24"')
    expect(arena).toContain('slotsUsed: 0')
    world.commit(filesOf('Retire'))
    expect(world.tree.has('rendered/environments/photon-prod/arena.yaml')).toBe(false)
  })
})
