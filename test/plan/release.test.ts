import { describe, expect, test } from 'vitest'
import type { Facts } from '../../lib/domain/facts.ts'
import { applied, settle, uid } from './cluster-of.ts'
import { acknowledgement, claim, documents } from './files.ts'
import { photon, World } from './world.ts'

const file = 'environments/photon-prod/claims.yaml'
const other = {
  'environments/zeta/vpc.yaml': claim('VpcClaim', 'main'),
}
const everything = [
  'EipClaim photon-prod/external',
  'EipClaim photon-prod/web',
  'SubnetClaim photon-prod/production',
  'VpcClaim photon-prod/main',
]
const letVpcGo = {
  'acknowledgements/vpc.yaml': acknowledgement('vpc', 'photon-prod', everything),
}

/** Applied once, then without any claim of photon-prod, as acknowledged. */
function leaving(): World {
  const world = photon(other)
  settle(world)
  world.commit({ ...letVpcGo, [file]: undefined })
  return world
}

const NAD = 'NetworkAttachmentDefinition photon-prod/production-net'
const SNAT = 'OvnSnatRule photon-prod-production'
const SUBNET = 'Subnet photon-prod-production'
const VPC = 'Vpc photon-prod'
const EGRESS = 'OvnEip photon-prod-ext-a'
const ZETA = 'Vpc zeta'

function without(facts: Facts, key: keyof Facts): Facts {
  return Object.fromEntries(Object.entries(facts).filter(([name]) => name !== key)) as never
}

describe('an environment that goes', () => {
  test('goes in steps: rules, attachments and addresses, subnets, the VPC with its egress address (M-106)', () => {
    const world = leaving()
    expect(world.objects).toEqual([EGRESS, SUBNET, VPC, ZETA])
    world.report(applied(world))
    expect(world.objects).toEqual([EGRESS, VPC, ZETA])
    world.report(applied(world))
    expect(world.objects).toEqual([ZETA])
    world.report(applied(world))
    expect(world.tree.has('allocations/photon-prod.yaml')).toBe(false)
    expect(world.tree.get('rendered/environments/photon-prod/.gitkeep')).toBe('')
    expect(world.state.pools.has('ext-a')).toBe(false)
  })

  test('moves only when the facts no longer show the step before', () => {
    const world = leaving()
    const facts = applied(world)
    const seen = (...objects: readonly string[]) =>
      world.report({ ...facts, objects: [...facts.objects, ...objects] })
    seen(NAD)
    expect(world.objects).toContain(SUBNET)
    seen(SNAT)
    expect(world.objects).toContain(SUBNET)
    seen()
    expect(world.objects).not.toContain(SUBNET)
    const then = applied(world)
    world.report({ ...then, objects: [...then.objects, SUBNET] })
    expect(world.objects).toContain(VPC)
    world.report(then)
    expect(world.objects).not.toContain(VPC)
    expect(world.objects).not.toContain(EGRESS)
  })

  test('keeps the VPC while the OvnEip of another address is there', () => {
    const world = leaving()
    const lingering = () => {
      const facts = applied(world)
      return { ...facts, objects: [...facts.objects, 'OvnEip photon-prod-web'] }
    }
    for (let round = 0; round < 4; round += 1) world.report(lingering())
    expect(world.objects).toEqual([EGRESS, VPC, ZETA])
    world.report(applied(world))
    expect(world.objects).toEqual([ZETA])
  })

  test.each<[string, (facts: Facts) => Facts]>([
    ['facts of an earlier state', (facts) => ({ ...facts, generation: 1 })],
    ['facts of an unknown state', (facts) => without(facts, 'generation')],
    ['facts that do not say of which cluster they are', (facts) => without(facts, 'uid')],
    ['facts of another cluster', (facts) => ({ ...facts, uid: 'another' })],
    ['lists that are not whole', (facts) => ({ ...facts, complete: [] })],
    ['silence', () => ({ ...applied(photon()), uid, generation: 0, complete: [], usage: [] })],
  ])('stays where it is by %s', (_, otherwise) => {
    const world = leaving()
    const [before, objects] = [world.tree.get('allocations/photon-prod.yaml'), world.objects]
    for (let round = 0; round < 3; round += 1) world.report(otherwise(applied(world)))
    expect(world.objects).toEqual(objects)
    expect(world.tree.get('allocations/photon-prod.yaml')).toBe(before)
  })

  test('keeps a subnet, its attachment and its VPC as long as an address in it is in use', () => {
    const world = photon(other)
    settle(world)
    const usage = [{ subnet: 'photon-prod-production', v4: '3' }]
    world.facts = applied(world, { usage })
    world.commit({ ...letVpcGo, [file]: undefined })
    expect(world.finding('subnet/in-use').message).toContain('3 of its addresses are in use')
    for (let round = 0; round < 3; round += 1) world.report(applied(world, { usage }))
    expect(world.objects).toEqual(expect.arrayContaining([NAD, SUBNET, VPC, EGRESS]))
    settle(world)
    settle(world)
    expect(world.objects).toEqual([ZETA])
  })

  test('keeps a subnet of which nobody tells whether it is in use', () => {
    const world = leaving()
    const told = () => applied(world, { usage: [{ subnet: 'photon-prod-production' }] })
    for (let round = 0; round < 3; round += 1) world.report(told())
    expect(world.objects).toContain(SUBNET)
  })
})

describe('an address that is given back', () => {
  const web = documents(
    claim('VpcClaim', 'main', '{externalAccess: true}'),
    claim('EipClaim', 'external', '{type: lrp, v4Ip: 198.51.100.22}'),
  )
  const another = { 'environments/photon-prod/more.yaml': claim('EipClaim', 'more') }
  const pinned = {
    'environments/photon-prod/more.yaml': claim('EipClaim', 'more', '{v4Ip: 198.51.100.24}'),
  }
  const eip = {
    'environments/photon-prod/web.yaml': claim('EipClaim', 'web', '{v4Ip: 198.51.100.24}'),
  }
  const gone = { 'environments/photon-prod/web.yaml': undefined }

  function given(settings = ''): World {
    const world = World.of({
      'environments/photon-prod/claims.yaml': web,
      ...eip,
      ...(settings === '' ? {} : { 'netclaim.yaml': settings }),
    })
    settle(world)
    world.commit(gone)
    return world
  }

  test('is given to nobody before two reads of OVN-NB show that it is gone', () => {
    const world = given()
    expect(world.entry('EipClaim photon-prod/web')).toMatchObject({ phase: 'tombstone' })
    world.report(applied(world, { proven: [] }))
    world.commit(pinned)
    expect(world.finding('eip/address-taken').message).toContain('EipClaim photon-prod/web')
    expect(world.finding('eip/address-taken').message).toContain('not yet proven gone')
    world.report(applied(world))
    expect(world.entry('EipClaim photon-prod/web')).toBeUndefined()
    world.plan()
    expect(world.entry('EipClaim photon-prod/more')).toMatchObject({ address: '198.51.100.24' })
  })

  test('a proof of before the release proves nothing', () => {
    const world = given()
    const { generation } = world.state
    const proven = [{ address: '198.51.100.24', generation: generation - 1 }]
    world.report(applied(world, { proven }))
    expect(world.entry('EipClaim photon-prod/web')?.phase).toBe('tombstone')
  })

  test('is free by the lists of the API alone where the settings say so', () => {
    const world = given('proof: api\n')
    const holders = [{ address: '198.51.100.24', holder: 'OvnEip by-hand', subnet: 'ext-a' }]
    world.report(applied(world, { proven: [], holders }))
    expect(world.entry('EipClaim photon-prod/web')?.phase).toBe('tombstone')
    world.report(applied(world, { proven: [] }))
    expect(world.entry('EipClaim photon-prod/web')).toBeUndefined()
  })

  test('counts as tombstoned until it is free, and the next claim gets another', () => {
    const world = given()
    world.commit(another)
    expect(world.entry('EipClaim photon-prod/more')?.address).toBe('198.51.100.20')
    const { capacity } = world.check({
      'environments/photon-prod/third.yaml': claim('EipClaim', 'third'),
    }).report
    expect(capacity.find(({ pool }) => pool === 'ext-a')).toEqual({
      pool: 'ext-a',
      family: 'IPv4',
      size: '180',
      used: '3',
      free: '176',
      tombstoned: '1',
    })
  })

  test('stays rendered while nobody knows whether a Service uses it, with a warning', () => {
    const world = World.of({ 'environments/photon-prod/claims.yaml': web, ...eip })
    world.commit(gone)
    expect(world.said).toContain('warning eip/binding-unknown')
    expect(world.objects).toContain('OvnEip photon-prod-web')
    const KINDS = applied(world).complete.filter((kind) => kind !== 'EipClaim')
    world.report(applied(world, { complete: KINDS }))
    expect(world.objects).toContain('OvnEip photon-prod-web')
    world.report(applied(world))
    expect(world.objects).not.toContain('OvnEip photon-prod-web')
  })

  test('is free at once where no cluster has ever applied anything, and that is written down', () => {
    const world = World.of({ 'environments/photon-prod/claims.yaml': web, ...eip })
    world.commit(gone)
    world.plan()
    expect(world.entry('EipClaim photon-prod/web')?.phase).toBe('releasing')
    world.plan({ neverApplied: true })
    expect(world.entry('EipClaim photon-prod/web')).toBeUndefined()
    expect(world.state.neverApplied).toEqual([world.state.generation])
  })

  test('is not free by --never-applied once a cluster has reported', () => {
    const world = given()
    world.plan({ neverApplied: true })
    expect(world.said).toContain('error release/has-applied')
    expect(world.entry('EipClaim photon-prod/web')?.phase).toBe('tombstone')
    expect(world.state.neverApplied).toEqual([])
  })
})

test('facts of another cluster are neither used nor kept', () => {
  const world = photon()
  settle(world)
  const { facts, cluster } = world.state
  world.report(applied(world, { uid: 'another' }))
  expect(world.said).toContain('error facts/foreign-cluster')
  expect([world.state.facts, world.state.cluster]).toEqual([facts, cluster])
  expect(cluster).toBe(uid)
  expect(world.tree.get('observed/management.yaml')).toContain(uid)
})
