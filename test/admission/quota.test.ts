import { describe, expect, test } from 'vitest'
import { claim, cluster, documents, eips, transfer } from '../plan/files.ts'
import { World } from '../plan/world.ts'
import { ask, eip, only, said, subnet, vpc } from './ask.ts'

const file = 'environments/photon-prod/c.yaml'
const tenant = 'platform/tenants/photon-prod.yaml'

/** One ResourceQuota for each list of limits. */
function quota(...limits: readonly string[]): string {
  const texts = limits.map(
    (hard, n) => `apiVersion: v1
kind: ResourceQuota
metadata: {name: q${n}, namespace: photon-prod}
spec: {hard: {${hard}}}
`,
  )
  return documents(...texts)
}

const eipQuota = (count: number) => `count/eipclaims.network.kmetal.io: "${count}"`

test('an environment has as many EipClaims as are granted, the implicit external among them (M-011) (M-191)', () => {
  const claims = documents(vpc, eip('a'), eip('z'))
  expect(said(ask({ head: { [tenant]: quota(eipQuota(3)), [file]: claims } }).report)).toEqual([])
  const { report } = ask({ head: { [tenant]: quota(eipQuota(2)), [file]: claims } })
  expect(only(report, 'quota/exceeded')).toMatchObject({
    object: 'EipClaim photon-prod/z',
    severity: 'error',
    message:
      'EipClaim "z" exceeds the quota count/eipclaims.network.kmetal.io of "photon-prod": 2 granted, 2 in use',
  })
})

test('where the implicit external is one too many, its VpcClaim is told', () => {
  const claims = documents(vpc, eip('web', '198.51.100.24'))
  const { report } = ask({ head: { [tenant]: quota(eipQuota(1)), [file]: claims } })
  expect(only(report, 'quota/exceeded')).toMatchObject({
    object: 'VpcClaim photon-prod/main',
    at: { file, line: 1 },
  })
})

test('the smallest of several quotas holds', () => {
  const claims = documents(vpc, eip('web'))
  const { report } = ask({
    head: { [tenant]: quota(eipQuota(9), eipQuota(1), eipQuota(5)), [file]: claims },
  })
  expect(only(report, 'quota/exceeded').message).toContain('1 granted, 1 in use')
})

test('each kind has a quota of its own', () => {
  const claims = documents(vpc, subnet('a', '10.0.0.0/24'), subnet('b', '10.0.1.0/24'), eip('web'))
  const one = quota('count/subnetclaims.network.kmetal.io: 1')
  const { report } = ask({ head: { [tenant]: one, [file]: claims } })
  expect(said(report)).toEqual(['error quota/exceeded'])
  expect(only(report, 'quota/exceeded').object).toBe('SubnetClaim photon-prod/b')
  const none = quota('count/vpcclaims.network.kmetal.io: 0')
  const closed = ask({ head: { [tenant]: none, [file]: vpc } }).report
  expect(only(closed, 'quota/exceeded').object).toBe('VpcClaim photon-prod/main')
})

test('a claim that waits for its VPC counts', () => {
  const { report } = ask({
    head: { [tenant]: quota(eipQuota(1)), [file]: documents(eip('a'), eip('b')) },
  })
  expect(only(report, 'quota/exceeded').object).toBe('EipClaim photon-prod/b')
})

test('an inert lrp claim counts, a rejected one does not', () => {
  const lrp = claim('EipClaim', 'inert', '{type: lrp}')
  const two = quota(eipQuota(2))
  const inert = ask({ head: { [tenant]: two, [file]: documents(vpc, lrp, eip('web')) } }).report
  expect(only(inert, 'quota/exceeded').object).toBe('EipClaim photon-prod/web')
  const bad = eip('a', '203.0.113.9')
  const rejected = ask({ head: { [tenant]: two, [file]: documents(vpc, bad, eip('web')) } }).report
  expect(said(rejected)).toEqual(['error eip/pin-outside'])
})

test('a lowered quota keeps what is held and warns; a further claim is refused', () => {
  const world = World.of({ [tenant]: quota(eipQuota(4)), [file]: documents(vpc, eips(3)) })
  const lowered = { [tenant]: quota(eipQuota(2)) }
  const { report } = world.check(lowered)
  expect(report.verdict).toBe('warn')
  expect(only(report, 'quota/exceeded')).toMatchObject({
    severity: 'warning',
    message:
      'environment "photon-prod" has 4 of kind EipClaim, its quota count/eipclaims.network.kmetal.io grants 2: they are kept, no further one is given',
  })
  expect(report.changes).toEqual([])
  world.commit(lowered)
  expect(world.entry('EipClaim photon-prod/eip-02')?.phase).toBe('held')
  const more = world.check({ 'environments/photon-prod/more.yaml': eip('more') }).report
  expect(more.verdict).toBe('refuse')
  expect(said(more, ['error'])).toEqual(['error quota/exceeded'])
  expect(said(more, ['warning'])).toEqual([])
})

test('a quota that is not exceeded says nothing', () => {
  const { report } = ask({
    head: { [tenant]: quota(eipQuota(2)), [file]: documents(vpc, eip('web')) },
  })
  expect(report.findings).toEqual([])
})

describe('what leaves', () => {
  const one = (name: string) => documents(vpc, eip(name))

  test('counts until it is proven gone, so that no rename walks around a quota', () => {
    const world = World.of({ [tenant]: quota(eipQuota(2)), [file]: one('a') })
    world.commit({ [file]: one('b') })
    expect(world.entry('EipClaim photon-prod/b')?.phase).toBe('rejected')
    expect(world.finding('quota/exceeded').message).toBe(
      'EipClaim "b" exceeds the quota count/eipclaims.network.kmetal.io of "photon-prod": 2 granted, 2 in use, 1 of them on the way out',
    )
    world.plan({ neverApplied: true })
    expect(world.entry('EipClaim photon-prod/b')?.phase).toBe('held')
  })

  test('counts once where a Transfer hands it on in its environment', () => {
    const world = World.of({ [tenant]: quota(eipQuota(2)), [file]: one('a') })
    const move = transfer('EipClaim photon-prod/a', 'EipClaim photon-prod/b')
    world.commit({ [file]: one('b'), 'acknowledgements/t.yaml': move })
    expect(world.said.filter((text) => text.startsWith('error'))).toEqual([])
    expect(world.entry('EipClaim photon-prod/b')).toMatchObject({ phase: 'held' })
    expect(world.entry('EipClaim photon-prod/a')).toBeUndefined()
  })

  test('leaves no room for another one beside its taker', () => {
    const world = World.of({ [tenant]: quota(eipQuota(2)), [file]: one('a') })
    const move = transfer('EipClaim photon-prod/a', 'EipClaim photon-prod/b')
    world.commit({
      [file]: documents(vpc, eip('b', '198.51.100.20'), eip('c')),
      'acknowledgements/t.yaml': move,
    })
    const refused = world.findings.filter(({ rule }) => rule === 'quota/exceeded')
    expect(refused).toHaveLength(1)
  })
})

test('clusters have a quota, since their pinned addresses drain tenant-cp-pool', () => {
  const hard = quota('count/clusters.cluster.x-k8s.io: "1"')
  const head = {
    [tenant]: hard,
    [file]: documents(
      cluster('a', { address: '172.21.208.101' }),
      cluster('b', { address: '172.21.208.102' }),
    ),
  }
  expect(only(ask({ head }).report, 'quota/exceeded')).toMatchObject({
    object: 'Cluster photon-prod/b',
    message:
      'Cluster "b" exceeds the quota count/clusters.cluster.x-k8s.io of "photon-prod": 1 granted, 1 in use',
  })
})
