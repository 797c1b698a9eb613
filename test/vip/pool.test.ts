import { describe, expect, test } from 'vitest'
import { claim, documents, type Files } from '../plan/files.ts'
import { World } from '../plan/world.ts'
import { blocksOf, delegationOf } from './ledger.ts'
import { liveCluster, loud, vipConfig } from './vip-files.ts'

const path = 'environments/photon-prod/solar.yaml'
const solar = 'photon-prod/solar'
const config = 'platform/cluster-config.env'

function worldOf(files: Files = vipConfig()): World {
  return World.of({ [path]: liveCluster('solar'), ...files })
}

const subnet = (cidr: string) => ({
  'environments/photon-prod/net.yaml': documents(
    claim('VpcClaim', 'main'),
    claim('SubnetClaim', 'production', `{cidrBlock: ${cidr}}`),
  ),
})

const project = (cidr: string) => ({
  'platform/tenants/photon-prod.yaml': `apiVersion: kube-dc.com/v1
kind: Project
metadata: {name: prod, namespace: photon}
spec: {cidrBlock: ${cidr}, egressNetworkType: cloud}
`,
})

describe('another pool', () => {
  test('K-040 K-043 is refused while a cluster has blocks, with the clusters, both pools and the way', () => {
    const world = worldOf({
      ...vipConfig(),
      'environments/dynamo-prod/a.yaml': liveCluster('a'),
    })
    for (const pool of ['10.242.0.0/23', '10.242.0.0/25', '10.250.0.0/24']) {
      const { report } = world.check(vipConfig('enable', pool))
      expect(loud(report.findings)).toMatchObject([
        {
          rule: 'vip/pool-in-use',
          severity: 'error',
          at: { file: config, line: 2, column: 15 },
          field: 'VIP_POOL_CIDR',
          value: pool,
          message: `VIP_POOL_CIDR "${pool}" would revoke the live delegations of 2 clusters (KdcCluster dynamo-prod/a, KdcCluster photon-prod/solar): their blocks came from 10.242.0.0/24, and a pool is never changed in place, not even to a larger one`,
        },
      ])
      expect(report.findings[0]?.hint).toMatch(
        /^write VIP_POOL_CIDR=10\.242\.0\.0\/24, or migrate, one step a pull request: 1\. Revoke: .*; 2\. Release: .*; 3\. Delete: .*; 4\. Retire: .*; 5\. Create: /,
      )
    }
  })

  test('that is merged all the same is not taken: no live delegation is revoked', () => {
    const world = worldOf()
    world.commit(vipConfig('enable', '10.250.0.0/24'))
    expect(world.said).toContain('error vip/pool-in-use')
    expect(world.state.vip?.poolCidr).toBe('10.242.0.0/24')
    expect(blocksOf(world, solar)).toEqual(['10.242.0.0/28 Bound'])
    world.commit({ 'environments/photon-prod/a.yaml': liveCluster('a') })
    expect(blocksOf(world, 'photon-prod/a')).toEqual(['10.242.0.16/28 Bound'])
  })

  test('K-022 is taken where no cluster has a block', () => {
    const world = worldOf(vipConfig('observe'))
    expect(world.check(vipConfig('observe', '10.250.0.0/24')).report.verdict).toBe('accept')
    world.commit(vipConfig('enable', '10.250.0.0/24'))
    expect(blocksOf(world, solar)).toEqual(['10.250.0.0/28 Bound'])
  })

  test('is no other spelling, and no default that is written out', () => {
    const world = worldOf({ [config]: 'LB_BLOCK_MODE=enable\n' })
    expect(world.check(vipConfig()).report.verdict).toBe('accept')
    const text = '# pinned\nVIP_POOL_CIDR=10.242.0.0/24\r\nLB_BLOCK_MODE=enable\r\n'
    expect(world.check({ [config]: text }).report.verdict).toBe('accept')
  })

  test('K-078 gets no block that another pool’s tombstones keep, and they none of it', () => {
    const world = worldOf({ ...vipConfig(), 'environments/dynamo-prod/a.yaml': liveCluster('a') })
    world.commit({ [path]: undefined, 'environments/dynamo-prod/a.yaml': liveCluster('a') })
    expect(blocksOf(world, solar)).toEqual(['10.242.0.0/28 Releasing'])
    world.commit({ 'environments/photon-prod/b.yaml': liveCluster('b') })
    expect(world.state.arenas.get('photon-prod')).toBe('10.242.0.0/24')
    expect(blocksOf(world, 'photon-prod/b')).toEqual(['10.242.0.16/28 Bound'])
  })
})

describe('a pool that is not written', () => {
  test('K-030 is warned of where clusters have blocks', () => {
    const world = worldOf({ [config]: 'LB_BLOCK_MODE=enable\n' })
    const { report } = world.check({ [config]: '# nothing else\nLB_BLOCK_MODE=enable\n' })
    expect(loud(report.findings)).toMatchObject([
      {
        rule: 'vip/pool-not-pinned',
        severity: 'warning',
        at: { file: config, line: 1 },
        field: 'VIP_POOL_CIDR',
        message: 'VIP_POOL_CIDR is not written, though 1 cluster has blocks of 10.242.0.0/24',
        hint: 'pin it: VIP_POOL_CIDR=10.242.0.0/24',
      },
    ])
    expect(world.check(vipConfig()).report.findings.map(({ rule }) => rule)).not.toContain(
      'vip/pool-not-pinned',
    )
  })

  test('is refused where it was another one: a line removed is a pool changed', () => {
    const world = worldOf(vipConfig('enable', '10.250.0.0/24'))
    const { report } = world.check({ [config]: 'LB_BLOCK_MODE=enable\n' })
    expect(report.findings.map(({ severity, rule }) => `${severity} ${rule}`)).toEqual([
      'error vip/pool-in-use',
      'warning vip/pool-not-pinned',
    ])
  })

  test('with the whole file leaves what is delegated, with a warning', () => {
    const world = worldOf()
    const { report } = world.check({ [config]: undefined })
    expect(report.findings.map(({ severity, rule }) => `${severity} ${rule}`)).toEqual([
      'warning vip/pool-not-pinned',
      'warning vip/settings-removed',
    ])
    world.commit({ [config]: undefined })
    expect(world.state.vip).toBeUndefined()
    expect(blocksOf(world, solar)).toEqual(['10.242.0.0/28 Bound'])
  })
})

describe('a pool and the subnets of projects', () => {
  test('K-020 are kept apart: a pool on a SubnetClaim is refused', () => {
    const world = World.of(subnet('10.100.0.0/24'))
    for (const pool of ['10.100.0.0/24', '10.100.0.64/26', '10.96.0.0/12']) {
      expect(loud(world.check(vipConfig('enable', pool)).report.findings)).toMatchObject([
        {
          rule: 'vip/pool-overlap',
          severity: 'error',
          at: { file: config, line: 2 },
          message: `VIP_POOL_CIDR "${pool}" overlaps SubnetClaim "production" (10.100.0.0/24) in namespace "photon-prod"`,
        },
      ])
    }
    expect(world.check(vipConfig('enable', '10.100.1.0/24')).report.verdict).toBe('accept')
    expect(world.check(vipConfig('off', '10.100.0.0/24')).report.verdict).toBe('warn')
  })

  test('so is a SubnetClaim on the pool', () => {
    const world = World.of(vipConfig())
    const { report } = world.check(subnet('10.242.0.0/16'))
    expect(loud(report.findings)).toMatchObject([
      {
        rule: 'vip/pool-overlap',
        severity: 'error',
        at: { file: 'environments/photon-prod/net.yaml', line: 9 },
        object: 'SubnetClaim photon-prod/production',
        message:
          'cidrBlock "10.242.0.0/16" overlaps the VIP pool 10.242.0.0/24 of environment "photon-prod"',
      },
    ])
    expect(world.check(subnet('10.242.1.0/24')).report.verdict).toBe('accept')
  })

  test('and a Project’s own subnet, whichever comes second', () => {
    expect(
      loud(
        World.of(project('10.7.0.0/16')).check(vipConfig('enable', '10.7.4.0/24')).report.findings,
      ),
    ).toMatchObject([
      {
        rule: 'vip/pool-overlap',
        at: { file: config },
        message: 'VIP_POOL_CIDR "10.7.4.0/24" overlaps Project photon/prod (10.7.0.0/16)',
      },
    ])
    const world = World.of({ [path]: liveCluster('zeta'), ...vipConfig('enable', '10.7.4.0/24') })
    expect(loud(world.check(project('10.7.0.0/16')).report.findings)).toMatchObject([
      {
        rule: 'vip/pool-overlap',
        severity: 'error',
        at: { file: 'platform/tenants/photon-prod.yaml', line: 4 },
        object: 'Project photon/prod',
        field: 'spec.cidrBlock',
        message: 'cidrBlock "10.7.0.0/16" overlaps the VIP pool 10.7.4.0/24',
      },
    ])
  })

  test('say nothing of the default where nobody declared anything of Kube-DC', () => {
    expect(World.of({}).check(subnet('10.242.0.0/24')).report.verdict).toBe('accept')
    const world = World.of(subnet('10.242.0.0/24'))
    world.commit({ [path]: liveCluster('solar') })
    expect(world.said).toContain('warning vip/pool-overlap')
    expect(delegationOf(world, solar).blocks).toEqual([])
  })
})

describe('a pool and the platform', () => {
  test('are kept apart where settings and segments say what is there', () => {
    const settings =
      'cluster: {join: [100.64.0.0/16], pods: [10.16.0.0/16], services: [10.96.0.0/12]}\n'
    const world = World.of({ 'netclaim.yaml': settings })
    const saidOf = (pool: string) =>
      loud(world.check(vipConfig('enable', pool)).report.findings).map(
        ({ severity, rule, message }) => `${severity} ${rule} ${message}`,
      )
    expect(saidOf('10.96.4.0/24')).toEqual([
      'error vip/pool-overlaps-services VIP_POOL_CIDR "10.96.4.0/24" overlaps the cluster\'s service range 10.96.0.0/12',
    ])
    expect(saidOf('100.64.3.0/24')).toEqual([
      'warning vip/pool-overlaps-platform VIP_POOL_CIDR "100.64.3.0/24" overlaps the cluster\'s join range 100.64.0.0/16',
    ])
    expect(saidOf('198.51.100.0/25')).toEqual([
      'warning vip/pool-overlaps-platform VIP_POOL_CIDR "198.51.100.0/25" overlaps provider subnet "ext-a" (198.51.100.0/24)',
    ])
    expect(saidOf('172.21.208.0/24')).toEqual([
      'warning vip/pool-overlaps-platform VIP_POOL_CIDR "172.21.208.0/24" overlaps tenant-cp-pool (172.21.208.100-172.21.208.250)',
    ])
    expect(saidOf('172.21.209.0/24')).toEqual([])
  })
})
