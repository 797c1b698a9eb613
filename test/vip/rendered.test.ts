import { describe, expect, test } from 'vitest'
import type { Facts, Vip } from '../../lib/domain/facts.ts'
import { judge, judgeAvailable } from '../manifests/crd-judge.ts'
import { applied } from '../plan/cluster-of.ts'
import { claim, documents } from '../plan/files.ts'
import { objectsIn, type Rendered } from '../plan/rendered.ts'
import { World } from '../plan/world.ts'
import { liveCluster, vipConfig } from './vip-files.ts'

const path = 'environments/photon-prod/solar.yaml'
const folder = 'rendered/environments/photon-prod/'
const tenant = 'rendered/tenants/photon-prod/solar/'
/** So that something is left. */
const other = { 'environments/dynamo-prod/vpc.yaml': claim('VpcClaim', 'main') }

function worldOf(text = liveCluster('solar'), more = vipConfig()): World {
  return World.of({ [path]: text, ...other, ...more })
}

/** Every rendered file of VIPs. */
function files(world: World): readonly string[] {
  return [...world.tree.keys()]
    .filter((one) => /\/(arena|kdccluster-[^/]*)\.yaml$|^rendered\/tenants\//.test(one))
    .toSorted()
}

function objectsAt(world: World, file: string): readonly Rendered[] {
  return objectsIn(world.tree.get(file) ?? '')
}

/** `AddressReservation photon-prod-solar-1 Bound`. */
function reservations(world: World): readonly string[] {
  return objectsAt(world, `${folder}kdccluster-solar.yaml`)
    .filter(({ kind }) => kind === 'AddressReservation')
    .map(({ metadata, spec }) => [metadata.name, spec['phase'], spec['disposition']].join(' '))
}

/** Whether the tenant's pools are enabled, and what they are. */
function delegated(world: World): readonly unknown[] {
  const [record, ...pools] = objectsAt(world, `${tenant}delegation.yaml`)
  const { data } = record as unknown as { readonly data: Readonly<Record<string, string>> }
  return [data['enabled'], ...pools.map(({ spec }) => spec['addresses'])]
}

const vip: Vip = {
  environment: 'photon-prod',
  cluster: 'solar',
  service: 'shop/web',
  address: '10.242.0.5',
  ports: [{ name: 'https', port: 443, nodePort: 30443, protocol: 'TCP' }],
  externalTrafficPolicy: 'Cluster',
  sessionAffinity: 'None',
}

function told(world: World, ...vips: readonly Vip[]): Facts {
  const facts = applied(world, { clusters: ['photon-prod/solar'] })
  const more = ['KdcCluster', 'AddressReservation', 'SwitchLBRule']
  return {
    ...facts,
    complete: [...facts.complete, ...more],
    objects: [...facts.objects, 'KdcCluster photon-prod/solar'],
    tenants: ['photon-prod/solar'],
    vips,
  }
}

function rules(world: World): readonly Rendered[] {
  return objectsAt(world, `${folder}kdccluster-solar.yaml`).filter(
    ({ kind }) => kind === 'SwitchLBRule',
  )
}

describe('what is rendered of VIP blocks', () => {
  test('is the arena, the reservations, and the profile of the tenant (K-034) (K-045) (K-046)', () => {
    const world = worldOf(liveCluster('solar', { blocks: 2 }))
    expect(files(world)).toEqual([
      `${folder}arena.yaml`,
      `${folder}kdccluster-solar.yaml`,
      `${tenant}allocator.yaml`,
      `${tenant}delegation.yaml`,
      `${tenant}guardrails.yaml`,
    ])
    const [arena] = objectsAt(world, `${folder}arena.yaml`)
    expect([arena?.metadata.name, arena?.spec['slotsUsed']]).toEqual(['vip-photon-prod', 2])
    expect(reservations(world)).toEqual([
      'photon-prod-solar-1 Bound Retain',
      'photon-prod-solar-2 Bound Retain',
    ])
    expect(delegated(world)).toEqual(['true', ['10.242.0.0/28'], ['10.242.0.16/28']])
  })

  test('is nothing but the arena where nothing is delegated', () => {
    expect(files(worldOf(liveCluster('solar'), vipConfig('observe')))).toEqual([])
    const arena = [`${folder}arena.yaml`]
    expect(files(worldOf(liveCluster('solar', { providers: ['cloudsigma'] })))).toEqual(arena)
    expect(files(worldOf(liveCluster('solar', { choice: 'disabled' })))).toEqual(arena)
  })

  test('is the guardrails of a cluster that takes part, also where no block is left', () => {
    const all = { blocks: 8 }
    const world = worldOf(liveCluster('solar', all))
    for (const name of ['a', 'b'])
      world.commit({ [`environments/photon-prod/${name}.yaml`]: liveCluster(name, all) })
    expect(files(world).filter((one) => one.includes('/b/'))).toEqual([
      'rendered/tenants/photon-prod/b/allocator.yaml',
      'rendered/tenants/photon-prod/b/delegation.yaml',
      'rendered/tenants/photon-prod/b/guardrails.yaml',
    ])
  })

  test('is known to a check, file by file', () => {
    const world = World.of({ ...other, ...vipConfig() })
    const { changes } = world.check({ [path]: liveCluster('solar') }).report
    expect(changes.map(({ action, path: at }) => `${action} ${at}`)).toEqual([
      `create ${folder}arena.yaml`,
      `create ${folder}kdccluster-solar.yaml`,
      `create ${tenant}allocator.yaml`,
      `create ${tenant}delegation.yaml`,
      `create ${tenant}guardrails.yaml`,
    ])
    world.commit({ [path]: liveCluster('solar') })
    const more = world.check({ [path]: liveCluster('solar', { blocks: 2 }) }).report.changes
    expect(more.map(({ action, path: at }) => `${action} ${at}`)).toEqual([
      `update ${folder}arena.yaml`,
      `update ${folder}kdccluster-solar.yaml`,
      `update ${tenant}delegation.yaml`,
    ])
  })

  test('takes the allocator from where the settings say, in every cluster', () => {
    const world = worldOf()
    world.commit({ 'netclaim.yaml': 'allocator: {version: 0.14.9}\n' })
    expect(world.tree.get(`${tenant}allocator.yaml`)).toContain(
      'quay.io/metallb/controller:v0.14.9',
    )
  })

  test('off withdraws the pools, keeps reservations, and leaves allocator and guardrails to the byte (K-094) (K-095) (K-096)', () => {
    const world = worldOf()
    const before = new Map(world.tree)
    world.commit(vipConfig('off'))
    expect(delegated(world)).toEqual(['false'])
    expect(reservations(world)).toEqual(['photon-prod-solar-1 Revoked Retain'])
    for (const file of ['allocator.yaml', 'guardrails.yaml'])
      expect(world.tree.get(tenant + file)).toBe(before.get(tenant + file))
    world.commit(vipConfig('enable'))
    for (const file of files(world)) expect(world.tree.get(file)).toBe(before.get(file))
  })

  test('a cluster that goes has guardrails until it is gone, and then nothing (K-082) (K-083) (K-096)', () => {
    const world = worldOf()
    world.report(told(world))
    world.commit({ [path]: undefined })
    expect(reservations(world)).toEqual(['photon-prod-solar-1 Releasing Release'])
    expect(delegated(world)).toEqual(['false'])
    const gone = { ...told(world), clusters: [], objects: [], tenants: [] }
    world.report(gone)
    expect(reservations(world)).toEqual([])
    const [arena] = objectsAt(world, `${folder}arena.yaml`)
    expect(arena?.spec['slots']).toEqual([
      { cidr: '10.242.0.0/28', cluster: 'solar', ordinal: 1, phase: 'Tombstoned' },
    ])
    expect(files(world)).toContain(`${tenant}guardrails.yaml`)
    const { generation } = world.state
    const proven = [{ address: '10.242.0.0/28', vpc: 'photon-prod', generation }]
    world.report({ ...gone, generation, proven })
    expect(files(world)).toEqual([])
  })
})

describe('the rule of a VIP', () => {
  test('is rendered as soon as a Service is seen with an address of a block, and gone with it (K-019)', () => {
    const world = worldOf()
    world.report(told(world, vip))
    expect(rules(world).map(({ spec }) => [spec['vip'], spec['ports']])).toEqual([
      ['10.242.0.5', [{ name: 'tcp-443', port: 443, protocol: 'TCP', targetPort: 30443 }]],
    ])
    world.report(told(world))
    expect(rules(world)).toEqual([])
  })

  test.each([
    ['the subnet of its machines', `{network: {subnet: zone-b}}`, 'photon-prod-zone-b'],
    ['the first one', '{}', 'photon-prod-zone-a'],
  ])('is on %s', (_, __, expected) => {
    const subnet = (name: string, octet: number) =>
      claim('SubnetClaim', name, `{cidrBlock: 10.${octet}.0.0/24}`)
    const machines = expected.endsWith('b')
      ? liveCluster('solar').replace(
          'spec:\n  clusterNetwork:',
          'spec:\n  topology: {variables: [{name: network, value: {subnet: zone-b}}]}\n  clusterNetwork:',
        )
      : liveCluster('solar')
    const world = worldOf(
      documents(machines, claim('VpcClaim', 'main'), subnet('zone-b', 2), subnet('zone-a', 1)),
    )
    world.report(told(world, vip))
    expect(rules(world)[0]?.metadata.annotations).toMatchObject({
      'ovn.kubernetes.io/logical_router': 'photon-prod',
      'ovn.kubernetes.io/logical_switch': expected,
    })
  })

  test("is on the project's own subnet where Kube-DC makes its network", () => {
    const world = worldOf()
    world.report(told(world, vip))
    expect(rules(world)[0]?.metadata.annotations['ovn.kubernetes.io/logical_switch']).toBe(
      'photon-prod-default',
    )
  })

  test('goes when the block is withdrawn (K-094)', () => {
    const world = worldOf()
    world.report(told(world, vip))
    world.commit(vipConfig('off'))
    expect(rules(world)).toEqual([])
  })

  test('is none for a Service that asks for more than the path can do, which is told (K-089) (K-090) (K-091)', () => {
    const world = worldOf()
    const local: Vip = { ...vip, service: 'shop/local', externalTrafficPolicy: 'Local' }
    const sctp: Vip = {
      ...vip,
      service: 'shop/sctp',
      address: '10.242.0.6',
      ports: [{ port: 9, nodePort: 30009, protocol: 'SCTP' }],
    }
    world.report(told(world, local, sctp, { ...vip, service: 'shop/some', sourceRanges: true }))
    expect(rules(world)).toEqual([])
    const said = world.findings.find(({ rule }) => rule === 'vip/service-limit')
    expect(said).toMatchObject({ severity: 'warning', at: { file: path } })
    expect(said?.message).toBe(
      'of KdcCluster "solar" no VIP leads to Service shop/local (externalTrafficPolicy: Local is not supported on this path), shop/sctp (SCTP (port 9) is not supported on this path), shop/some (loadBalancerSourceRanges is not supported on this path: traffic arrives source-NATed)',
    )
  })

  test('is none outside the blocks of its cluster, whatever its Service says (K-011)', () => {
    const world = worldOf()
    world.report(told(world, { ...vip, address: '10.242.0.200' }, { ...vip, address: '10.96.0.1' }))
    expect(rules(world)).toEqual([])
    expect(world.findings.map(({ rule }) => rule)).toContain('vip/service-limit')
  })
})

test.skipIf(!judgeAvailable)('all of it is what the CRDs take', () => {
  const world = worldOf(liveCluster('solar', { blocks: 2 }))
  world.report(told(world, vip))
  const objects = files(world).flatMap((file) => objectsAt(world, file))
  expect(objects.length).toBeGreaterThan(20)
  expect(objects.flatMap((object) => judge(object))).toEqual([])
})
