import { describe, expect, test } from 'vitest'
import type { World } from '../plan/world.ts'
import { blocksOf } from './ledger.ts'
import { delegated, filesOf, inStep, proven, seen, take } from './migrating.ts'
import { migrationFile, migrationPath, newPool } from './migration-file.ts'
import { liveCluster, loud, vipConfig } from './vip-files.ts'

const solar = 'photon-prod/solar'
const config = 'platform/cluster-config.env'

function refused(world: World, files: Parameters<World['check']>[0]) {
  const { report } = world.check(files)
  expect(report.verdict).toBe('refuse')
  return loud(report.findings)
}

describe('K-088 the order of the steps', () => {
  test('begins with Revoke', () => {
    expect(refused(delegated(), migrationFile('Delete'))).toMatchObject([
      {
        rule: 'vip-migration/order',
        severity: 'error',
        at: { file: migrationPath, line: 8, column: 9 },
        object: 'VipPoolMigration to-10-243',
        field: 'spec.step',
        value: 'Delete',
        message: 'step Delete is not the first: no delegation is revoked yet',
        hint: 'write step: Revoke',
      },
    ])
  })

  test('leaves none out and never goes back, however it is merged', () => {
    const world = inStep('Release')
    expect(refused(world, migrationFile('Retire'))).toMatchObject([
      {
        rule: 'vip-migration/order',
        message: 'step Retire leaves out Delete: the last one taken is Release',
        hint: 'write step: Delete',
      },
    ])
    expect(refused(world, migrationFile('Revoke'))).toMatchObject([
      {
        rule: 'vip-migration/order',
        message: 'step Revoke is behind Release, which is taken: a migration never goes back',
        hint: 'write step: Release, and go on with Delete',
      },
    ])
    for (const step of ['Retire', 'Revoke']) {
      world.commit(migrationFile(step))
      expect(world.said).toContain('error vip-migration/order')
      expect(world.state.migration?.step).toBe('Release')
      expect(blocksOf(world, solar)[0]).toBe('10.242.0.16/28 Releasing')
    }
    take(world, 'Delete')
    expect(blocksOf(world, solar)).toEqual([])
  })

  test('holds after the last one, too', () => {
    expect(refused(inStep('Create'), migrationFile('Retire'))).toMatchObject([
      {
        rule: 'vip-migration/order',
        message: 'step Retire is behind Create, which is taken: a migration never goes back',
      },
    ])
  })
})

describe('the pools of a migration', () => {
  test('stay as they are until it is over', () => {
    const world = inStep('Revoke')
    expect(refused(world, migrationFile('Release', { to: '10.244.0.0/24' }))).toMatchObject([
      {
        rule: 'vip-migration/fixed',
        severity: 'error',
        at: { file: migrationPath, line: 7 },
        field: 'spec.to',
        value: '10.244.0.0/24',
        message:
          'the migration from 10.242.0.0/24 to 10.243.0.0/24 is in step Revoke: another one, from 10.242.0.0/24 to 10.244.0.0/24, begins when it is over',
        hint: 'write from: 10.242.0.0/24 and to: 10.243.0.0/24, and go on with the next step',
      },
    ])
    expect(refused(world, migrationFile('Revoke', { from: '10.242.0.0/25' }))).toMatchObject([
      { rule: 'vip-migration/fixed', field: 'spec.from', value: '10.242.0.0/25' },
    ])
  })

  test('begin with the pool in force', () => {
    expect(refused(delegated(), migrationFile('Revoke', { from: '10.250.0.0/24' }))).toMatchObject([
      {
        rule: 'vip-migration/pools',
        field: 'spec.from',
        value: '10.250.0.0/24',
        message: 'from 10.250.0.0/24 is not the pool that blocks come from, 10.242.0.0/24',
        hint: 'write from: 10.242.0.0/24',
      },
    ])
  })

  test('have room for every project before anything is revoked', () => {
    expect(refused(delegated(), migrationFile('Revoke', { to: '10.243.0.0/27' }))).toMatchObject([
      {
        rule: 'vip-migration/pools',
        field: 'spec.to',
        message: 'to 10.243.0.0/27 has 2 blocks, and the clusters of project "photon-prod" have 3',
        hint: 'choose a larger pool',
      },
    ])
  })

  test('keep off every subnet and off the platform, as any VIP pool does', () => {
    const world = delegated()
    const onPlatform = world.check(migrationFile('Revoke', { to: '198.51.100.0/24' })).report
    expect(loud(onPlatform.findings)).toMatchObject([
      {
        rule: 'vip/pool-overlaps-platform',
        at: { file: migrationPath, line: 7 },
        message: 'to "198.51.100.0/24" overlaps provider subnet "ext-a" (198.51.100.0/24)',
      },
      { rule: 'vip/withdrawn' },
    ])
    const project = `apiVersion: kube-dc.com/v1
kind: Project
metadata: {name: prod, namespace: photon}
spec: {cidrBlock: 10.243.0.0/16}
`
    world.commit({ 'platform/tenants/photon-prod.yaml': project })
    expect(refused(world, migrationFile('Revoke'))).toMatchObject([
      {
        rule: 'vip/pool-overlap',
        at: { file: migrationPath, line: 7 },
        field: 'spec.to',
        message: 'to "10.243.0.0/24" overlaps Project photon/prod (10.243.0.0/16)',
      },
    ])
  })
})

describe('VIP_POOL_CIDR', () => {
  test('stays the old pool until the last step', () => {
    for (const step of ['Revoke', 'Retire'] as const) {
      const world = inStep(step)
      expect(refused(world, vipConfig('enable', newPool))).toMatchObject([
        {
          rule: 'vip-migration/pool-cidr',
          severity: 'error',
          at: { file: config, line: 2, column: 15 },
          field: 'VIP_POOL_CIDR',
          value: newPool,
          message: `VIP_POOL_CIDR "10.243.0.0/24" contradicts the migration from 10.242.0.0/24 to 10.243.0.0/24, which is in step ${step}: until step Create it stays 10.242.0.0/24`,
          hint: 'write VIP_POOL_CIDR=10.242.0.0/24; in the pull request of step Create write VIP_POOL_CIDR=10.243.0.0/24',
        },
      ])
      world.commit(vipConfig('enable', newPool))
      expect(world.state.vip?.poolCidr).toBe('10.242.0.0/24')
      expect(world.state.migration?.step).toBe(step)
      expect(blocksOf(world, solar).filter((one) => one.includes('Bound'))).toEqual([])
    }
  })

  test('is the new pool in the very pull request of the last step, or neither is taken', () => {
    const world = inStep('Retire')
    expect(refused(world, migrationFile('Create'))).toMatchObject([
      {
        rule: 'vip-migration/pool-cidr',
        at: { file: migrationPath, line: 8 },
        field: 'spec.step',
        message: 'step Create comes with VIP_POOL_CIDR=10.243.0.0/24, which is "10.242.0.0/24"',
        hint: 'write VIP_POOL_CIDR=10.243.0.0/24 in platform/cluster-config.env, in the same pull request',
      },
    ])
    world.commit(migrationFile('Create'))
    expect(world.state.migration?.step).toBe('Retire')
    expect(blocksOf(world, solar)).toEqual([])
    // Resumed: the other half comes, and both are taken.
    world.commit(vipConfig('enable', newPool))
    expect(world.state.migration?.step).toBe('Create')
    expect(blocksOf(world, solar)).toHaveLength(2)
  })

  test('is held to the finished migration until its file goes', () => {
    const world = inStep('Create')
    expect(refused(world, vipConfig('enable', '10.250.0.0/24'))).toMatchObject([
      {
        rule: 'vip-migration/pool-cidr',
        message:
          'VIP_POOL_CIDR "10.250.0.0/24" contradicts the migration from 10.242.0.0/24 to 10.243.0.0/24, which is over',
      },
    ])
  })
})

describe('a file that is gone', () => {
  test('in step Revoke gives the migration up: every cluster has the use of its blocks again', () => {
    const world = inStep('Revoke')
    const { report } = world.check({ [migrationPath]: undefined })
    expect(loud(report.findings)).toMatchObject([
      {
        rule: 'vip-migration/abandoned',
        severity: 'warning',
        at: { file: migrationPath },
        object: 'VipPoolMigration to-10-243',
      },
    ])
    world.commit({ [migrationPath]: undefined })
    expect(world.state.migration).toBeUndefined()
    expect(blocksOf(world, solar)).toEqual(['10.242.0.16/28 Bound', '10.242.0.32/28 Bound'])
  })

  test('later is refused, and says what to put back; nothing moves until it is', () => {
    const world = inStep('Release')
    const gone = { [migrationPath]: undefined }
    expect(refused(world, gone)).toMatchObject([
      {
        rule: 'vip-migration/removed',
        severity: 'error',
        at: { file: migrationPath },
        object: 'VipPoolMigration to-10-243',
        message:
          'the migration from 10.242.0.0/24 to 10.243.0.0/24 is in step Release, and its VipPoolMigration is gone: nothing is delegated until it goes on',
        hint: 'put it back into platform/, with from: 10.242.0.0/24, to: 10.243.0.0/24 and step: Release',
      },
    ])
    world.commit(gone)
    world.report(proven(world))
    expect(blocksOf(world, solar)[0]).toBe('10.242.0.16/28 Releasing')
    // It may come back under another name, at its step or the next one.
    world.commit({ 'platform/vips.yaml': filesOf('Delete')[migrationPath] ?? '' })
    expect(world.state.migration?.step).toBe('Delete')
  })
})

describe('a step that is not due', () => {
  test('K-080 K-081 names each cluster with what still leads to it, and what ends it', () => {
    const world = inStep('Revoke')
    const names = ['dynamo-prod/coil', 'photon-prod/moon']
    world.report(
      seen(world, {
        // Nobody has looked into solar.
        tenants: names,
        mirrors: [
          { address: '10.242.0.3', holder: 'SwitchLBRule a', vpc: 'dynamo-prod' },
          { address: '10.242.0.20', holder: 'Service kube-system/slr-b' },
          // Nobody has this block, and this one is of another pool.
          { address: '10.242.0.250', holder: 'SwitchLBRule c', vpc: 'photon-prod' },
          { address: '10.200.0.3', holder: 'SwitchLBRule d', vpc: 'photon-prod' },
        ],
        vips: [
          {
            environment: 'photon-prod',
            cluster: 'moon',
            service: 'shop/web',
            address: '10.242.0.4',
            ports: [],
            externalTrafficPolicy: 'Cluster',
            sessionAffinity: 'None',
          },
        ],
      }),
    )
    const found = refused(world, migrationFile('Release'))
    expect(
      found.map(
        ({ message, hint }) => `${message.replace(/^step Release is not due: /, '')} | ${hint}`,
      ),
    ).toEqual([
      'KdcCluster dynamo-prod/coil: SwitchLBRule a still stands for 10.242.0.3 | netclaim sync takes away what it made; what somebody else made a person deletes',
      'KdcCluster photon-prod/moon: Service shop/web in it still has 10.242.0.4 | the allocator takes the address back when its pool is withdrawn; else delete the Service, or leave out its project by network.kube-dc.com/address-reservation: disabled on its Namespace until the migration is over',
      'KdcCluster photon-prod/solar: nobody has told what its Services have | let the sync reach the cluster, or leave out its project by network.kube-dc.com/address-reservation: disabled on its Namespace until the migration is over',
      'Service kube-system/slr-b still stands for 10.242.0.20, and does not say of which VPC it is | netclaim sync takes away what it made; what somebody else made a person deletes',
    ])
    for (const { rule, at, field, value } of found)
      expect({ rule, line: at?.line, field, value }).toEqual({
        rule: 'vip-migration/not-due',
        line: 8,
        field: 'spec.step',
        value: 'Release',
      })
  })

  test('K-080 K-081 is kept from no one by what a cluster says whose project an operator leaves out, and by what leads to it all the same', () => {
    const world = inStep('Revoke')
    world.commit({
      'platform/tenants/photon-prod.yaml':
        'apiVersion: v1\nkind: Namespace\nmetadata: {name: photon-prod, annotations: {network.kube-dc.com/address-reservation: disabled}}\n',
    })
    const vip = {
      environment: 'photon-prod',
      cluster: 'moon',
      service: 'shop/web',
      address: '10.242.0.4',
      ports: [],
      externalTrafficPolicy: 'Cluster',
      sessionAffinity: 'None',
    } as const
    const facts = seen(world, { tenants: ['dynamo-prod/coil', 'photon-prod/moon'], vips: [vip] })
    const mirrors = [{ address: '10.242.0.4', holder: 'SwitchLBRule a', vpc: 'photon-prod' }]
    world.report({ ...facts, mirrors })
    expect(refused(world, migrationFile('Release'))).toMatchObject([
      { message: expect.stringContaining('SwitchLBRule a still stands for 10.242.0.4') },
    ])
    world.report(facts)
    expect(world.check(migrationFile('Release')).report.verdict).toBe('accept')
  })

  test('waits for no cluster that is known not to be there', () => {
    const world = inStep('Revoke')
    const [coil, ...others] = ['dynamo-prod/coil', 'photon-prod/moon', 'photon-prod/solar']
    const facts = seen(world, { tenants: others })
    world.report(facts)
    expect(refused(world, migrationFile('Release'))).toMatchObject([
      { message: expect.stringContaining(`KdcCluster ${coil}: nobody has told`) },
    ])
    world.report({ ...facts, clusters: others })
    expect(refused(world, migrationFile('Release'))).toHaveLength(1)
    const objects = facts.objects.filter((one) => one !== `KdcCluster ${coil}`)
    world.report({ ...facts, clusters: others, objects })
    expect(world.check(migrationFile('Release')).report.verdict).toBe('accept')
  })

  test('is taken by the plan that sees it due, without another pull request', () => {
    const world = inStep('Revoke')
    const mirrors = [{ address: '10.242.0.3', holder: 'SwitchLBRule a', vpc: 'dynamo-prod' }]
    world.report(seen(world, { mirrors }))
    world.commit(migrationFile('Release'))
    expect(world.state.migration?.step).toBe('Revoke')
    world.report(seen(world))
    expect(world.state.migration?.step).toBe('Release')
  })

  test('is told whole up to twenty obstacles, and how many more there are', () => {
    const many = Array.from({ length: 25 }, (_, n) => [
      `environments/p-${n}/a.yaml`,
      liveCluster('a'),
    ])
    const world = inStep('Revoke', delegated(Object.fromEntries(many)))
    world.report(seen(world, { tenants: [] }))
    const found = refused(world, migrationFile('Release'))
    expect(found).toHaveLength(21)
    expect(found.map(({ message }) => message)).toContain(
      'step Release is not due: 5 more stand in its way',
    )
  })

  test('goes by no list that is not whole', () => {
    const world = inStep('Revoke')
    for (const kind of ['Service', 'SwitchLBRule']) {
      const facts = seen(world)
      world.report({ ...facts, complete: facts.complete.filter((one) => one !== kind) })
      expect(refused(world, migrationFile('Release'))).toMatchObject([
        { message: `step Release is not due: no whole list of ${kind} was told` },
      ])
    }
    const retired = inStep('Retire')
    const facts = seen(retired)
    retired.report({
      ...facts,
      complete: facts.complete.filter((one) => one !== 'AddressArena'),
    })
    expect(refused(retired, filesOf('Create'))).toMatchObject([
      { message: 'step Create is not due: no whole list of AddressArena was told' },
    ])
  })
})
