import { describe, expect, test } from 'vitest'
import type { Facts } from '../../lib/domain/facts.ts'
import { applied } from '../plan/cluster-of.ts'
import { acknowledgement, claim, documents } from '../plan/files.ts'
import { World } from '../plan/world.ts'
import { blocksOf, delegationOf } from './ledger.ts'
import { kdcCluster, liveCluster, loud, vipConfig } from './vip-files.ts'

const path = 'environments/photon-prod/solar.yaml'
const zeta = 'environments/photon-prod/zeta.yaml'
const solar = 'photon-prod/solar'
const cidr = '10.242.0.0/28'
/** So that something is left. */
const other = { 'environments/dynamo-prod/vpc.yaml': claim('VpcClaim', 'main') }

/** Every list whole, and the clusters still there, unless `more` says otherwise. */
function seen(world: World, more: Partial<Facts> = {}): Facts {
  const facts = applied(world, { clusters: [solar], ...more })
  const complete = ['KdcCluster', 'AddressReservation', 'SwitchLBRule', ...facts.complete]
  const objects = more.objects ?? [`KdcCluster ${solar}`]
  return { ...facts, complete: more.complete ?? complete, objects: [...facts.objects, ...objects] }
}

const gone = { clusters: [], objects: [] }

function proven(world: World, vpc = 'photon-prod') {
  return [{ address: cidr, vpc, generation: world.state.generation }]
}

/** A cluster with one block that its management cluster has, and then is no longer in any file. */
function departed(config = vipConfig()): World {
  const world = World.of({ [path]: liveCluster('solar'), [zeta]: liveCluster('zeta'), ...config })
  world.report(seen(world))
  world.commit({ [path]: undefined })
  return world
}

describe('a cluster that goes', () => {
  test('K-077 releases its blocks, which stay its own as long as it is there', () => {
    const world = departed()
    expect(blocksOf(world, solar)).toEqual([`${cidr} Releasing`])
    world.report(seen(world))
    expect(blocksOf(world, solar)).toEqual([`${cidr} Releasing`])
    // Silence is no proof: neither of the two lists may be missing.
    for (const kind of ['KdcCluster', 'Cluster']) {
      const facts = seen(world, gone)
      world.report({ ...facts, complete: facts.complete.filter((one) => one !== kind) })
      expect(blocksOf(world, solar)).toEqual([`${cidr} Releasing`])
    }
  })

  test('K-069 K-070 leaves a tombstone that keeps range and slot until it is proven gone', () => {
    const world = departed()
    world.report(seen(world, gone))
    expect(blocksOf(world, solar)).toEqual([`${cidr} Tombstoned`])
    world.commit({ 'environments/photon-prod/a.yaml': liveCluster('a') })
    expect(blocksOf(world, 'photon-prod/a')).toEqual(['10.242.0.32/28 Bound'])
    const { capacity } = world.check({ [zeta]: liveCluster('zeta', { blocks: 2 }) }).report
    expect(capacity[0]).toMatchObject({
      pool: 'vip-photon-prod',
      used: '3',
      free: '60',
      tombstoned: '1',
    })
  })

  test('K-063 K-066 K-067 gives its blocks back when two reads of OVN-NB are without them', () => {
    const world = departed()
    world.report(seen(world, gone))
    world.report(seen(world, gone))
    expect(blocksOf(world, solar)).toEqual([`${cidr} Tombstoned`])
    world.report(seen(world, { ...gone, proven: proven(world) }))
    expect(world.entry(`KdcCluster ${solar}`)).toBeUndefined()
    expect(world.finding('release/free').message).toBe(
      `KdcCluster ${solar} is gone: ${cidr} can be given again`,
    )
    world.commit({ 'environments/photon-prod/a.yaml': liveCluster('a') })
    expect(blocksOf(world, 'photon-prod/a')).toEqual([`${cidr} Bound`])
  })

  test('is proven gone by reads of its own VPC, at or after the release, of the pinned cluster', () => {
    const world = departed()
    world.report(seen(world, gone))
    const old = [{ address: cidr, vpc: 'photon-prod', generation: world.state.generation - 2 }]
    const elsewhere = proven(world, 'dynamo-prod')
    const anywhere = [{ address: cidr, generation: world.state.generation }]
    for (const one of [old, elsewhere, anywhere]) {
      world.report(seen(world, { ...gone, proven: one }))
      expect(blocksOf(world, solar)).toEqual([`${cidr} Tombstoned`])
    }
    world.report({ ...seen(world, { ...gone, proven: proven(world) }), uid: 'another' })
    expect(blocksOf(world, solar)).toEqual([`${cidr} Tombstoned`])
  })

  test('K-064 K-065 without OVN-NB is proven gone by the lists of what stands for a VIP', () => {
    const world = departed({ ...vipConfig(), 'netclaim.yaml': 'proof: api\n' })
    world.report(seen(world, gone))
    const mirror = { address: '10.242.0.3', holder: 'Service photon-prod/slr-a' }
    const rule = { address: '10.242.0.3', holder: 'SwitchLBRule a', vpc: 'photon-prod' }
    for (const mirrors of [[mirror], [rule]]) {
      world.report(seen(world, { ...gone, mirrors }))
      expect(blocksOf(world, solar)).toEqual([`${cidr} Tombstoned`])
    }
    for (const kind of ['SwitchLBRule', 'Service', 'AddressReservation']) {
      const facts = seen(world, gone)
      world.report({ ...facts, complete: facts.complete.filter((one) => one !== kind) })
      expect(blocksOf(world, solar)).toEqual([`${cidr} Tombstoned`])
    }
    const elsewhere = { ...rule, vpc: 'dynamo-prod' }
    const beside = { ...rule, address: '10.242.0.17' }
    world.report(seen(world, { ...gone, mirrors: [elsewhere, beside] }))
    expect(world.entry(`KdcCluster ${solar}`)).toBeUndefined()
  })

  test('K-071 leaves room for those that come: capacity goes by what is in use', () => {
    const world = World.of({
      [path]: liveCluster('solar'),
      ...vipConfig('enable', '10.242.0.0/28'),
      ...other,
    })
    world.report(seen(world))
    for (let round = 0; round < 3; round += 1) {
      world.commit({ [path]: undefined })
      world.report(seen(world, gone))
      world.report(seen(world, { ...gone, proven: proven(world) }))
      expect(world.entry(`KdcCluster ${solar}`)).toBeUndefined()
      expect(world.state.arenas.size).toBe(0)
      world.commit({ [path]: liveCluster('solar') })
      expect(blocksOf(world, solar)).toEqual([`${cidr} Bound`])
      world.report(seen(world))
    }
  })

  test('without blocks is forgotten at once', () => {
    const world = World.of({ [path]: liveCluster('solar'), ...vipConfig('observe'), ...other })
    world.commit({ [path]: undefined })
    expect(world.entry(`KdcCluster ${solar}`)).toBeUndefined()
  })
})

describe('a cluster that comes back', () => {
  test('before anything of it was dropped has its blocks again at once', () => {
    const world = departed()
    world.commit({ [path]: liveCluster('solar') })
    expect(blocksOf(world, solar)).toEqual([`${cidr} Bound`])
  })

  test('has its very blocks, and waits until the old reservations are gone', () => {
    const world = departed()
    world.report(seen(world, gone))
    world.commit({ [path]: liveCluster('solar', { blocks: 2 }) })
    const reservation = 'AddressReservation photon-prod-solar-1'
    expect(delegationOf(world, solar)).toMatchObject({
      reason: 'Pending',
      message: `it waits until "${reservation}" is gone`,
      blocks: [{ cidr, phase: 'Revoked' }],
    })
    world.report(seen(world, { objects: [reservation, `KdcCluster ${solar}`] }))
    expect(delegationOf(world, solar).reason).toBe('Pending')
    world.report(seen(world))
    expect(blocksOf(world, solar)).toEqual([`${cidr} Bound`, '10.242.0.32/28 Bound'])
  })

  test('with fewer blocks than it gives back waits until that is done', () => {
    const world = World.of({
      [path]: liveCluster('solar', { blocks: 2 }),
      ...vipConfig(),
      ...other,
    })
    world.report(seen(world))
    world.commit({ [path]: undefined })
    world.commit({ [path]: liveCluster('solar') })
    expect(world.said).toContain('error claim/still-leaving')
    expect(blocksOf(world, solar)).toEqual([`${cidr} Releasing`, '10.242.0.16/28 Releasing'])
  })
})

describe('the brakes', () => {
  test('count VIP blocks: eleven of them go only with an acknowledgement', () => {
    const files = {
      'environments/photon-prod/a.yaml': liveCluster('a', { blocks: 8 }),
      'environments/photon-prod/b.yaml': liveCluster('b', { blocks: 3 }),
      'environments/photon-prod/c.yaml': liveCluster('c', { blocks: 5 }),
    }
    const world = World.of({ ...files, ...vipConfig() })
    const { 'environments/photon-prod/c.yaml': _, ...two } = files
    const without = Object.fromEntries(Object.keys(two).map((name) => [name, undefined]))
    const { report } = world.check(without)
    expect(loud(report.findings).map(({ rule, message }) => `${rule} ${message}`)).toEqual([
      'brake/held-back 11 live allocations would be released, the limit is 10: KdcCluster photon-prod/a, KdcCluster photon-prod/b stay until an acknowledgement names them',
      'brake/held-back 11 of 16 live allocations of environment "photon-prod" would be released, the limit is 30 %: KdcCluster photon-prod/a, KdcCluster photon-prod/b stay until an acknowledgement names them',
      'brake/held-back 11 of 16 live allocations of pool "vip-photon-prod" would be released, the limit is 30 %: KdcCluster photon-prod/a, KdcCluster photon-prod/b stay until an acknowledgement names them',
    ])
    world.commit(without)
    expect(blocksOf(world, 'photon-prod/a')).toHaveLength(8)
    expect(blocksOf(world, 'photon-prod/a')[0]).toBe(`${cidr} Bound`)
    const names = ['KdcCluster photon-prod/a', 'KdcCluster photon-prod/b']
    const files3 = [
      acknowledgement('releases', '*', names),
      acknowledgement('environment', 'photon-prod', names),
      acknowledgement('pool', 'vip-photon-prod', names),
    ]
    world.commit({ 'acknowledgements/go.yaml': documents(...files3) })
    expect(blocksOf(world, 'photon-prod/a')[0]).toBe(`${cidr} Releasing`)
  })

  test('let one block go, and hold nothing that has none', () => {
    const world = World.of({
      [path]: liveCluster('solar'),
      [zeta]: kdcCluster('zeta'),
      ...vipConfig(),
    })
    expect(world.check({ [path]: undefined }).report.verdict).toBe('accept')
    expect(world.check({ [zeta]: undefined }).report.verdict).toBe('accept')
  })
})
