import { describe, expect, test } from 'vitest'
import { documents, type Files } from '../plan/files.ts'
import { World } from '../plan/world.ts'
import { blocksOf, delegationOf } from './ledger.ts'
import { capiCluster, kdcCluster, liveCluster, loud, vipConfig } from './vip-files.ts'

const path = 'environments/photon-prod/solar.yaml'
const solar = 'photon-prod/solar'
const config = 'platform/cluster-config.env'

function worldOf(files: Files = vipConfig(), text = liveCluster('solar')): World {
  return World.of({ [path]: text, ...files })
}

describe('observe', () => {
  test('K-028 delegates nothing, and tells what enable would do', () => {
    const world = worldOf({})
    expect(delegationOf(world, solar)).toMatchObject({
      reason: 'NotActivated',
      blocks: [],
      message:
        'LB_BLOCK_MODE is observe, nothing new is delegated; with enable it would get 10.242.0.0/28',
    })
    expect(world.said).toContain('info vip/not-delegated')
    expect(world.state.arenas.size).toBe(0)
  })

  test('computes for all clusters of a project together, and every reason', () => {
    const files = {
      ...vipConfig('observe', '10.242.0.0/27'),
      'environments/photon-prod/b.yaml': liveCluster('b', { blocks: 2 }),
      'environments/photon-prod/c.yaml': kdcCluster('c'),
      'environments/photon-prod/d.yaml': documents(
        kdcCluster('d'),
        capiCluster('d', { pods: '10.242.0.0/16' }),
      ),
    }
    const world = worldOf(files)
    const messageOf = (cluster: string) =>
      delegationOf(world, cluster).message.replace(/^LB_BLOCK_MODE .*; with enable it would /, '')
    expect(messageOf('photon-prod/b')).toBe('get 10.242.0.0/28, 10.242.0.16/28')
    expect(messageOf(solar)).toBe('get nothing, all 2 blocks of 10.242.0.0/27 are taken')
    expect(messageOf('photon-prod/c')).toBe(
      'be ClusterAPIObjectMissing: there is no Cluster "c" of the Cluster API yet',
    )
    expect(messageOf('photon-prod/d')).toContain('be TenantNetworkConflict: its pod range')
  })

  test('leaves what was delegated before as it is, and gives no more', () => {
    const world = worldOf()
    world.commit(vipConfig('observe'))
    expect(delegationOf(world, solar)).toMatchObject({
      reason: 'Delegatable',
      blocks: [{ phase: 'Bound' }],
    })
    world.commit({ [path]: liveCluster('solar', { blocks: 3 }) })
    expect(delegationOf(world, solar)).toMatchObject({
      reason: 'NotActivated',
      blocks: [{ cidr: '10.242.0.0/28', phase: 'Bound' }],
      message:
        'LB_BLOCK_MODE is observe, nothing new is delegated; with enable it would get 10.242.0.16/28, 10.242.0.32/28',
    })
    // What off withdrew does not come back by observe.
    world.commit(vipConfig('off'))
    world.commit(vipConfig('observe'))
    expect(blocksOf(world, solar)).toEqual(['10.242.0.0/28 Revoked'])
  })

  test('tells who opts in by name that nothing comes of it', () => {
    const { report } = World.of(vipConfig('observe')).check({
      [path]: liveCluster('solar', { choice: 'enabled' }),
    })
    expect(loud(report.findings)).toMatchObject([
      {
        rule: 'vip/opt-in-unheard',
        severity: 'warning',
        at: { file: path, line: 5 },
        message:
          'annotation network.kube-dc.com/lb-block is enabled, but LB_BLOCK_MODE is observe: no cluster gets new blocks',
      },
    ])
  })
})

describe('off', () => {
  test('K-094 withdraws every pool, keeps the blocks, and gives the same ones back', () => {
    const files = { 'environments/photon-prod/moon.yaml': liveCluster('moon', { blocks: 2 }) }
    const world = worldOf({ ...vipConfig(), ...files })
    const before = [blocksOf(world, solar), blocksOf(world, 'photon-prod/moon')].flat()
    expect(before.every((one) => one.endsWith(' Bound'))).toBe(true)
    world.commit(vipConfig('off'))
    const off = [blocksOf(world, solar), blocksOf(world, 'photon-prod/moon')].flat()
    expect(off).toEqual(before.map((one) => one.replace('Bound', 'Revoked')))
    expect(delegationOf(world, solar).reason).toBe('NotActivated')
    world.commit({ 'environments/photon-prod/a.yaml': liveCluster('a') })
    expect(blocksOf(world, 'photon-prod/a')).toEqual([])
    world.commit(vipConfig('enable'))
    expect([blocksOf(world, solar), blocksOf(world, 'photon-prod/moon')].flat()).toEqual(before)
    expect(blocksOf(world, 'photon-prod/a')).toEqual(['10.242.0.48/28 Bound'])
  })

  test('is told in the pull request, for every cluster that loses the use of its blocks', () => {
    const { report } = worldOf().check(vipConfig('off'))
    expect(report.verdict).toBe('warn')
    expect(loud(report.findings)).toMatchObject([
      {
        rule: 'vip/withdrawn',
        severity: 'warning',
        at: { file: config, line: 1 },
        field: 'LB_BLOCK_MODE',
        value: 'off',
        message: 'LB_BLOCK_MODE "off" withdraws 1 block of 1 cluster: KdcCluster photon-prod/solar',
      },
    ])
    expect(report.allocations).toMatchObject([{ block: '10.242.0.0/28', origin: 'kept' }])
  })

  test('frees nothing: a cluster that goes meanwhile leaves as ever', () => {
    const world = worldOf({
      ...vipConfig(),
      'environments/photon-prod/a.yaml': liveCluster('zeta'),
    })
    world.commit(vipConfig('off'))
    world.commit({ [path]: undefined })
    expect(blocksOf(world, solar)).toEqual(['10.242.0.0/28 Releasing'])
  })
})

describe('opting out', () => {
  test('withdraws the blocks of one cluster, with a warning, and gives them back with the annotation', () => {
    const world = worldOf()
    const out = { [path]: liveCluster('solar', { choice: 'disabled' }) }
    const { report } = world.check(out)
    expect(loud(report.findings)).toMatchObject([
      {
        rule: 'vip/withdrawn',
        severity: 'warning',
        at: { file: path, line: 5 },
        message:
          'KdcCluster "solar" loses the use of 10.242.0.0/28 (OptedOut): annotation network.kube-dc.com/lb-block is disabled',
      },
    ])
    world.commit(out)
    expect(blocksOf(world, solar)).toEqual(['10.242.0.0/28 Revoked'])
    world.commit({ 'environments/photon-prod/a.yaml': liveCluster('a') })
    expect(blocksOf(world, 'photon-prod/a')).toEqual(['10.242.0.16/28 Bound'])
    world.commit({ [path]: liveCluster('solar') })
    expect(blocksOf(world, solar)).toEqual(['10.242.0.0/28 Bound'])
  })

  test('of a whole project does the same', () => {
    const world = worldOf()
    const namespace = {
      'platform/tenants/photon-prod.yaml': `apiVersion: v1
kind: Namespace
metadata: {name: photon-prod, annotations: {network.kube-dc.com/address-reservation: disabled}}
`,
    }
    expect(loud(world.check(namespace).report.findings)).toMatchObject([
      { rule: 'vip/withdrawn', severity: 'warning', object: 'KdcCluster photon-prod/solar' },
    ])
    world.commit(namespace)
    expect(blocksOf(world, solar)).toEqual(['10.242.0.0/28 Revoked'])
    world.commit({ 'platform/tenants/photon-prod.yaml': undefined })
    expect(blocksOf(world, solar)).toEqual(['10.242.0.0/28 Bound'])
  })

  test('K-038 is what LB_BLOCK_REQUIRE_OPT_IN makes of all who do not opt in', () => {
    const world = worldOf({
      ...vipConfig(),
      'environments/photon-prod/in.yaml': liveCluster('in', { choice: 'enabled' }),
    })
    const optIn = vipConfig('enable', '10.242.0.0/24', 'LB_BLOCK_REQUIRE_OPT_IN=true\n')
    expect(loud(world.check(optIn).report.findings)).toMatchObject([
      {
        rule: 'vip/withdrawn',
        at: { file: config, line: 3 },
        message:
          'LB_BLOCK_REQUIRE_OPT_IN "true" withdraws 1 block of 1 cluster: KdcCluster photon-prod/solar',
      },
    ])
    world.commit(optIn)
    expect(delegationOf(world, solar)).toMatchObject({ reason: 'NotActivated' })
    expect(blocksOf(world, solar)).toEqual(['10.242.0.16/28 Revoked'])
    expect(blocksOf(world, 'photon-prod/in')).toEqual(['10.242.0.0/28 Bound'])
  })
})

describe('what cannot be read', () => {
  test('in cluster-config.env freezes everything as it was last', () => {
    const world = worldOf()
    world.commit({
      [config]: 'LB_BLOCK_MODE=Off\n',
      'environments/photon-prod/a.yaml': liveCluster('a'),
    })
    expect(world.said).toContain('error cluster-config/mode')
    expect(world.state.vip).toEqual({
      mode: 'enable',
      poolCidr: '10.242.0.0/24',
      requireOptIn: false,
    })
    expect(blocksOf(world, solar)).toEqual(['10.242.0.0/28 Bound'])
    expect(world.entry('KdcCluster photon-prod/a')).toBeUndefined()
  })

  test('in a KdcCluster freezes it at its last good form, which modes still reach', () => {
    const world = worldOf()
    const broken = kdcCluster('solar', { choice: 'disabled' }).replace('blocks: 1', 'blocks: 0')
    world.commit({ [path]: documents(broken, capiCluster('solar')) })
    expect(world.said).toContain('error field/value')
    expect(blocksOf(world, solar)).toEqual(['10.242.0.0/28 Bound'])
    world.commit(vipConfig('off'))
    expect(blocksOf(world, solar)).toEqual(['10.242.0.0/28 Revoked'])
  })

  test('in an environment lets nobody get anything in it, and takes nothing away', () => {
    const world = worldOf({ ...vipConfig('enable', '10.242.0.0/28'), ...other })
    world.commit({ 'environments/photon-prod/b.yaml': liveCluster('b') })
    expect(delegationOf(world, 'photon-prod/b').reason).toBe('PoolExhausted')
    world.commit({
      'environments/photon-prod/broken.yaml': 'a: [\n',
      [path]: undefined,
    })
    expect(blocksOf(world, solar)).toEqual(['10.242.0.0/28 Bound'])
    world.commit(vipConfig('enable', '10.242.0.0/28', '# touched\n'))
    expect(delegationOf(world, 'photon-prod/b')).toMatchObject({ reason: 'Pending', blocks: [] })
  })
})

const other = { 'environments/dynamo-prod/b.yaml': liveCluster('b') }
