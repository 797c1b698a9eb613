import { describe, expect, test } from 'vitest'
import { noFacts } from '../../lib/domain/facts.ts'
import { claim, documents, type Files } from '../plan/files.ts'
import { World } from '../plan/world.ts'
import { blocksOf, delegationOf } from './ledger.ts'
import { capiCluster, kdcCluster, liveCluster, loud, vipConfig } from './vip-files.ts'

const path = 'environments/photon-prod/solar.yaml'
const solar = 'photon-prod/solar'

function worldOf(text: string, more: Files = vipConfig()): World {
  return World.of({ [path]: text, ...more })
}

describe('a cluster that takes part', () => {
  test('K-031 K-032 K-033 K-057 gets a block of sixteen addresses without asking', () => {
    const world = worldOf(liveCluster('solar'))
    expect(loud(world.findings)).toEqual([])
    expect(delegationOf(world, solar)).toEqual({
      namespace: 'photon-prod',
      cluster: 'solar',
      wanted: 1,
      blocks: [{ ordinal: 1, cidr: '10.242.0.0/28', phase: 'Bound' }],
      reason: 'Delegatable',
      message: 'it has 10.242.0.0/28',
    })
  })

  test('K-050 K-051 K-056 is told what is ahead of it before there is a Cluster', () => {
    const network = '{podCIDR: 10.242.0.0/16}'
    const world = worldOf(
      documents(kdcCluster('solar', { network }), kdcCluster('moon', { blocks: 3 })),
      vipConfig('enable', '10.242.0.0/27'),
    )
    expect(
      loud(world.findings).map(({ severity, rule, at, field, message }) => ({
        said: `${severity} ${rule}`,
        line: at?.line,
        field,
        message,
      })),
    ).toEqual([
      {
        said: 'warning vip/tenant-network',
        line: 10,
        field: 'spec.network',
        message:
          'KdcCluster "solar" will get no VIP blocks (TenantNetworkConflict): its pod range 10.242.0.0/16 overlaps the VIP pool 10.242.0.0/27',
      },
      {
        said: 'warning vip/short-ahead',
        line: 22,
        field: 'spec.loadBalancer.blocks',
        message:
          'KdcCluster "moon": it will get 2 of 3 blocks: all 2 blocks of 10.242.0.0/27 are taken, or asked for (PoolExhausted)',
      },
    ])
  })

  test('K-041 K-046 and its project’s ledger records the pool', () => {
    const world = worldOf(liveCluster('solar'), vipConfig('enable', '10.250.4.0/22'))
    expect(world.state.arenas).toEqual(new Map([['photon-prod', '10.250.4.0/22']]))
    expect(world.tree.get('allocations/photon-prod.yaml')).toContain('arena: "10.250.4.0/22"')
  })

  test('K-058 gets as many blocks as it asks for, and keeps them when it grows', () => {
    const world = worldOf(liveCluster('solar', { blocks: 2 }))
    expect(blocksOf(world, solar)).toEqual(['10.242.0.0/28 Bound', '10.242.0.16/28 Bound'])
    world.commit({ 'environments/photon-prod/moon.yaml': liveCluster('moon') })
    world.commit({ [path]: liveCluster('solar', { blocks: 3 }) })
    expect(blocksOf(world, 'photon-prod/moon')).toEqual(['10.242.0.32/28 Bound'])
    expect(blocksOf(world, solar)).toEqual([
      '10.242.0.0/28 Bound',
      '10.242.0.16/28 Bound',
      '10.242.0.48/28 Bound',
    ])
  })

  test('K-021 has the addresses of its own project: another one has the same', () => {
    const world = World.of({
      [path]: liveCluster('solar'),
      'environments/dynamo-prod/solar.yaml': liveCluster('solar'),
      ...vipConfig(),
    })
    expect(blocksOf(world, solar)).toEqual(['10.242.0.0/28 Bound'])
    expect(blocksOf(world, 'dynamo-prod/solar')).toEqual(['10.242.0.0/28 Bound'])
  })

  test('K-012 K-013 K-024 takes nothing of a public pool, nor of a quota, nor of a subnet', () => {
    const quota = `apiVersion: v1
kind: ResourceQuota
metadata: {name: q, namespace: photon-prod}
spec: {hard: {count/eipclaims.network.kmetal.io: 0}}
`
    const world = worldOf(
      documents(liveCluster('solar', { blocks: 8 }), claim('VpcClaim', 'main')),
      { ...vipConfig(), 'platform/tenants/photon-prod.yaml': quota },
    )
    expect(loud(world.findings)).toEqual([])
    expect(blocksOf(world, solar)).toHaveLength(8)
    expect([...world.state.pools.values()].flatMap(({ counts }) => [...counts])).toEqual([])
    const { capacity } = world.check({ [path]: liveCluster('solar', { blocks: 8 }) }).report
    expect(capacity.filter(({ pool }) => !pool.startsWith('vip-'))).toEqual([])
  })

  test('is shown in a check: its block, the slots of its arena and the blocks of the pool', () => {
    const world = World.of(vipConfig())
    const { report } = world.check({ [path]: liveCluster('solar', { blocks: 2 }) })
    expect(report.verdict).toBe('accept')
    expect(report.allocations).toEqual(
      ['10.242.0.0/28', '10.242.0.16/28'].map((block) => ({
        environment: 'photon-prod',
        claim: 'KdcCluster solar',
        pool: 'vip-photon-prod',
        block,
        origin: 'new',
      })),
    )
    expect(report.capacity).toEqual([
      {
        pool: 'vip-photon-prod',
        family: 'IPv4',
        size: '64',
        used: '2',
        free: '62',
        tombstoned: '0',
        limit: '64',
      },
      {
        pool: 'vip-photon-prod/10.242.0.0/24',
        family: 'IPv4',
        size: '16',
        used: '2',
        free: '14',
        tombstoned: '0',
      },
    ])
  })

  test('gets the block that its Services use already, and nobody gets what a stranger uses', () => {
    const world = World.of(vipConfig())
    const mirror = { vpc: 'photon-prod', holder: 'SwitchLBRule old' }
    world.report({
      ...noFacts,
      uid: 'u',
      generation: 1,
      vips: [
        {
          environment: 'photon-prod',
          cluster: 'solar',
          service: 'shop/web',
          address: '10.242.0.37',
          ports: [],
          externalTrafficPolicy: 'Cluster',
          sessionAffinity: 'None',
        },
      ],
      mirrors: [
        { ...mirror, address: '10.242.0.37' },
        { ...mirror, address: '10.242.0.1' },
      ],
    })
    world.commit({
      [path]: liveCluster('solar', { blocks: 2 }),
      'environments/dynamo-prod/solar.yaml': liveCluster('solar'),
    })
    expect(blocksOf(world, solar)).toEqual(['10.242.0.32/28 Bound', '10.242.0.16/28 Bound'])
    expect(blocksOf(world, 'dynamo-prod/solar')).toEqual(['10.242.0.0/28 Bound'])
  })
})

describe('the reason why a cluster has none', () => {
  const conflicting = documents(
    kdcCluster('solar'),
    capiCluster('solar', { pods: '10.240.0.0/13' }),
  )

  test.each([
    [
      'ProviderUnsupported',
      documents(
        kdcCluster('solar', { providers: ['kubevirt', 'cloudsigma'] }),
        capiCluster('solar'),
      ),
      vipConfig(),
      'worker pools run on "cloudsigma", VIPs are for kubevirt alone: its LoadBalancer Services take the provider\'s own path',
    ],
    [
      'OptedOut',
      liveCluster('solar', { choice: 'disabled' }),
      vipConfig(),
      'annotation network.kube-dc.com/lb-block is disabled',
    ],
    ['NotActivated', liveCluster('solar'), vipConfig('off'), 'LB_BLOCK_MODE is off'],
    [
      'NotActivated',
      liveCluster('solar'),
      vipConfig('enable', '10.242.0.0/24', 'LB_BLOCK_REQUIRE_OPT_IN=true\n'),
      'LB_BLOCK_REQUIRE_OPT_IN is true, and annotation network.kube-dc.com/lb-block is not enabled',
    ],
    [
      'ClusterAPIObjectMissing',
      kdcCluster('solar'),
      vipConfig(),
      'there is no Cluster "solar" of the Cluster API yet',
    ],
    [
      'TenantNetworkConflict',
      conflicting,
      vipConfig(),
      'its pod range 10.240.0.0/13 overlaps the VIP pool 10.242.0.0/24',
    ],
    [
      'TenantNetworkConflict',
      documents(kdcCluster('solar'), capiCluster('solar', { services: '10.242.0.0/26' })),
      vipConfig(),
      'its service range 10.242.0.0/26 overlaps the VIP pool 10.242.0.0/24',
    ],
  ])('is %s (K-036 K-051 K-052 K-053 K-054 K-055 K-056 K-093)', (reason, text, config, message) => {
    const world = worldOf(text, config)
    expect(delegationOf(world, solar)).toMatchObject({ reason, message, blocks: [] })
    const said = world.findings.filter(({ message: one }) => one.includes(message))
    expect(said).toMatchObject([
      { at: { file: path }, severity: reason === 'TenantNetworkConflict' ? 'warning' : 'info' },
    ])
  })

  test('K-050 is PoolExhausted when no block is left, and it refuses the pull request', () => {
    const world = worldOf(liveCluster('solar', { blocks: 8 }), vipConfig('enable', '10.242.0.0/25'))
    const { report } = world.check({ 'environments/photon-prod/moon.yaml': liveCluster('moon') })
    expect(loud(report.findings)).toMatchObject([
      {
        rule: 'vip/exhausted',
        severity: 'error',
        object: 'KdcCluster photon-prod/moon',
        field: 'spec.loadBalancer.blocks',
        message:
          'KdcCluster "moon": it gets 0 of 1 blocks: all 8 blocks of 10.242.0.0/25 are taken (PoolExhausted)',
      },
    ])
    world.commit({ 'environments/photon-prod/moon.yaml': liveCluster('moon') })
    expect(delegationOf(world, 'photon-prod/moon')).toMatchObject({
      reason: 'PoolExhausted',
      blocks: [],
    })
  })

  test('of several that hold is the first in the order of the seed', () => {
    const all = {
      providers: ['cloudsigma'],
      choice: 'disabled',
      network: '{podCIDR: 10.242.0.0/16}',
    }
    const reasonOf = (text: string, config = vipConfig()) =>
      delegationOf(worldOf(text, config), solar).reason
    expect(reasonOf(kdcCluster('solar', all), vipConfig('off'))).toBe('ProviderUnsupported')
    const onKubevirt = { ...all, providers: ['kubevirt'] }
    expect(reasonOf(kdcCluster('solar', onKubevirt), vipConfig('off'))).toBe('OptedOut')
    const { network } = all
    expect(reasonOf(kdcCluster('solar', { network }), vipConfig('off'))).toBe('NotActivated')
    expect(reasonOf(kdcCluster('solar', { network }))).toBe('ClusterAPIObjectMissing')
    expect(reasonOf(conflicting)).toBe('TenantNetworkConflict')
    const full = documents(liveCluster('a', { blocks: 8 }), liveCluster('solar'))
    const small = vipConfig('enable', '10.242.0.0/28')
    expect(delegationOf(worldOf(full, small), solar).reason).toBe('PoolExhausted')
  })

  test('K-039 is OptedOut for all clusters of a project that its Namespace excludes', () => {
    const namespace = `apiVersion: v1
kind: Namespace
metadata: {name: photon-prod, annotations: {network.kube-dc.com/address-reservation: disabled}}
`
    const world = worldOf(documents(liveCluster('solar'), liveCluster('moon')), {
      ...vipConfig(),
      'platform/tenants/photon-prod.yaml': namespace,
    })
    for (const cluster of [solar, 'photon-prod/moon'])
      expect(delegationOf(world, cluster)).toMatchObject({ reason: 'OptedOut', blocks: [] })
  })

  test('K-037 K-038 is none where a cluster opts in as asked for', () => {
    const config = vipConfig('enable', '10.242.0.0/24', 'LB_BLOCK_REQUIRE_OPT_IN=true\n')
    const world = worldOf(liveCluster('solar', { choice: 'enabled' }), config)
    expect(delegationOf(world, solar).reason).toBe('Delegatable')
  })

  test('is none of another range’s: neighbours do not overlap', () => {
    for (const pods of ['10.243.0.0/16', '10.242.1.0/24', '10.241.0.0/16']) {
      const text = documents(kdcCluster('solar'), capiCluster('solar', { pods }))
      expect(delegationOf(worldOf(text), solar).reason).toBe('Delegatable')
    }
    for (const pods of ['10.242.0.0/24', '10.242.0.128/25', '10.242.0.0/16', '10.0.0.0/8']) {
      const text = documents(
        kdcCluster('solar'),
        capiCluster('solar', { pods, services: '172.30.0.0/16' }),
      )
      expect(delegationOf(worldOf(text), solar).reason).toBe('TenantNetworkConflict')
    }
  })

  test('goes by what the Cluster names, else the KdcCluster, else what Kube-DC fills in', () => {
    const bare = 'apiVersion: cluster.x-k8s.io/v1beta2\nkind: Cluster\nmetadata: {name: solar}\n'
    const reasonOf = (kdc: string, capi: string, pool: string) =>
      delegationOf(worldOf(documents(kdc, capi), vipConfig('enable', pool)), solar).reason
    expect(reasonOf(kdcCluster('solar'), bare, '10.244.3.0/24')).toBe('TenantNetworkConflict')
    expect(reasonOf(kdcCluster('solar'), bare, '10.100.0.0/24')).toBe('TenantNetworkConflict')
    const own = { network: '{podCIDR: 10.1.0.0/16, serviceCIDR: 10.2.0.0/16}' }
    expect(reasonOf(kdcCluster('solar', own), bare, '10.244.3.0/24')).toBe('Delegatable')
    expect(reasonOf(kdcCluster('solar', own), bare, '10.1.3.0/24')).toBe('TenantNetworkConflict')
    const capi = capiCluster('solar', { pods: '10.3.0.0/16', services: '10.4.0.0/16' })
    expect(reasonOf(kdcCluster('solar'), capi, '10.244.3.0/24')).toBe('Delegatable')
    expect(reasonOf(kdcCluster('solar', own), capi, '10.1.3.0/24')).toBe('TenantNetworkConflict')
    const both = worldOf(documents(kdcCluster('solar', own), capi))
    expect(both.said.filter((one) => one === 'warning vip/network-differs')).toHaveLength(2)
  })

  test('K-056 ends when a cluster reports the Cluster that Kube-DC made', () => {
    const world = worldOf(kdcCluster('solar'))
    world.report({ ...noFacts, uid: 'u', complete: ['Cluster'], clusters: [solar] })
    expect(delegationOf(world, solar).reason).toBe('Delegatable')
    // Facts that know nothing of it any more take nothing from it.
    world.report({ ...noFacts, uid: 'u', complete: ['Cluster'] })
    expect(delegationOf(world, solar)).toMatchObject({ reason: 'ClusterAPIObjectMissing' })
    expect(blocksOf(world, solar)).toEqual(['10.242.0.0/28 Bound'])
  })
})

describe('capacity', () => {
  test('K-061 K-062 is 64 claim slots, and the blocks that the pool really has', () => {
    const names = Array.from({ length: 9 }, (_, n) => `c-${n}`)
    const eights = names.map((name) => liveCluster(name, { blocks: 8 }))
    const files = Object.fromEntries(
      eights.map((text, n) => [`environments/photon-prod/c-${n}.yaml`, text]),
    )
    const wide = World.of({ ...files, ...vipConfig('enable', '10.250.0.0/16') })
    expect(delegationOf(wide, 'photon-prod/c-7').reason).toBe('Delegatable')
    expect(delegationOf(wide, 'photon-prod/c-8')).toMatchObject({
      reason: 'PoolExhausted',
      message: 'it gets 0 of 8 blocks: all 64 claim slots of the arena are taken',
    })
    const small = World.of({ ...files, ...vipConfig() })
    expect(delegationOf(small, 'photon-prod/c-1').reason).toBe('Delegatable')
    expect(delegationOf(small, 'photon-prod/c-2')).toMatchObject({
      reason: 'PoolExhausted',
      message: 'it gets 0 of 8 blocks: all 16 blocks of 10.242.0.0/24 are taken',
    })
  })

  test('goes to who waited, before who is new, whatever they are called', () => {
    const small = vipConfig('enable', '10.242.0.0/27')
    const world = worldOf(liveCluster('solar', { blocks: 2 }), small)
    world.commit({ 'environments/photon-prod/zeta.yaml': liveCluster('zeta') })
    expect(delegationOf(world, 'photon-prod/zeta').reason).toBe('PoolExhausted')
    world.commit({ [path]: undefined })
    expect(world.entry('KdcCluster photon-prod/solar')?.phase).toBe('releasing')
    world.files.set('environments/photon-prod/alpha.yaml', liveCluster('alpha'))
    world.plan({ neverApplied: true })
    expect(blocksOf(world, 'photon-prod/zeta')).toEqual(['10.242.0.0/28 Bound'])
    expect(blocksOf(world, 'photon-prod/alpha')).toEqual(['10.242.0.16/28 Bound'])
  })
})

describe('K-046 K-086 the arena of a project', () => {
  const arenas = (world: World) => Object.fromEntries(world.state.arenas)

  test('is there as long as the project could get blocks, also without any', () => {
    const world = worldOf(kdcCluster('solar'))
    expect(arenas(world)).toEqual({ 'photon-prod': '10.242.0.0/24' })
    world.commit(vipConfig('observe'))
    expect(arenas(world)).toEqual({})
    const project = `apiVersion: kube-dc.com/v1
kind: Project
metadata: {name: prod, namespace: photon}
spec: {cidrBlock: 10.7.0.0/16}
`
    const other = World.of({
      'environments/photon-prod/vpc.yaml': claim('VpcClaim', 'main'),
      'platform/tenants/photon-prod.yaml': project,
      ...vipConfig(),
    })
    expect(arenas(other)).toEqual({ 'photon-prod': '10.242.0.0/24' })
  })

  test('takes the pool of the day as long as nobody has a block of it', () => {
    const world = worldOf(kdcCluster('solar'))
    world.commit(vipConfig('enable', '10.250.0.0/24'))
    expect(world.said).not.toContain('error vip/pool-in-use')
    expect(arenas(world)).toEqual({ 'photon-prod': '10.250.0.0/24' })
    world.commit({ [path]: liveCluster('solar') })
    expect(blocksOf(world, solar)).toEqual(['10.250.0.0/28 Bound'])
  })
})
