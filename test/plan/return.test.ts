import { describe, expect, test } from 'vitest'
import { applied, settle } from './cluster-of.ts'
import { acknowledgement, claim, claims, documents } from './files.ts'
import { photon, type World } from './world.ts'

const file = 'environments/photon-prod/claims.yaml'
const zeta = { 'environments/zeta/v.yaml': claim('VpcClaim', 'main') }
const acks = {
  'acknowledgements/vpc.yaml': acknowledgement('vpc', 'photon-prod', [
    'EipClaim photon-prod/external',
    'EipClaim photon-prod/web',
    'SubnetClaim photon-prod/production',
    'VpcClaim photon-prod/main',
  ]),
}
const EGRESS = 'OvnEip photon-prod-ext-a'
const WHOLE = photon(zeta).objects

function leaving(text = claims()): World {
  const world = photon({ ...zeta, [file]: text })
  settle(world)
  world.commit({ ...acks, [file]: undefined })
  return world
}

const implicit = documents(
  claim('VpcClaim', 'main', '{externalAccess: true}'),
  claim('SubnetClaim', 'production', '{cidrBlock: 10.100.0.0/24, enableSnatRule: true}'),
  claim('EipClaim', 'web', '{type: nat, v4Ip: 198.51.100.24}'),
)

describe('an environment that comes back', () => {
  test.each([0, 1, 2])('after %i steps of going has all it had, and is whole again', (steps) => {
    const world = leaving()
    for (let step = 0; step < steps; step += 1) world.report(applied(world))
    world.commit({ [file]: claims() })
    expect(world.said.filter((one) => one.startsWith('error'))).toEqual([])
    settle(world)
    expect(world.objects).toEqual(WHOLE)
    expect(world.entry('EipClaim photon-prod/web')).toMatchObject({
      phase: 'held',
      address: '198.51.100.24',
    })
    expect(world.entry('SubnetClaim photon-prod/production')).not.toHaveProperty('awaits')
    expect(settle(world)).toBe(1)
  })

  test.each([0, 1, 2])('after %i steps has its implicit egress address again', (steps) => {
    const world = leaving(implicit)
    const address = world.entry('EipClaim photon-prod/external')?.address
    for (let step = 0; step < steps; step += 1) world.report(applied(world))
    world.commit({ [file]: implicit })
    expect(world.entry('EipClaim photon-prod/external')).toMatchObject({
      phase: 'held',
      origin: 'implicit',
      address,
    })
    settle(world)
    expect(world.objects).toEqual(WHOLE)
  })

  test('never has its Vpc without the address of its port, be the Vpc gone for good and that not proven', () => {
    const world = photon({ ...zeta, 'netclaim.yaml': 'proof: ovn\n', [file]: implicit })
    settle(world)
    const address = world.entry('EipClaim photon-prod/external')?.address
    world.commit({ ...acks, [file]: undefined })
    for (let step = 0; step < 5; step += 1) world.report({ ...applied(world), proven: [] })
    expect(world.entry('VpcClaim photon-prod/main')).toBeUndefined()
    expect(world.entry('EipClaim photon-prod/external')?.phase).toBe('tombstone')
    world.commit({ [file]: implicit })
    expect(world.entry('EipClaim photon-prod/external')).toMatchObject({ phase: 'held', address })
    expect(world.objects).toEqual(WHOLE)
  })

  test('without its written egress address has it all the same', () => {
    const world = leaving()
    world.commit({ [file]: implicit })
    expect(world.entry('EipClaim photon-prod/external')).toMatchObject({
      phase: 'held',
      origin: 'implicit',
      address: '198.51.100.22',
    })
    settle(world)
    expect(world.objects).toEqual(WHOLE)
  })

  test('renders nothing of a VPC, nor on it, before the old one and its address are gone', () => {
    const world = leaving()
    world.report(applied(world))
    world.report(applied(world))
    expect(world.objects).toEqual(['Vpc zeta'])
    world.commit({ [file]: claims() })
    const kept = ['OvnEip photon-prod-web', 'Vpc zeta']
    expect(world.objects).toEqual(kept)
    for (const left of [['Vpc photon-prod', EGRESS], [EGRESS]]) {
      const facts = applied(world)
      world.report({ ...facts, objects: [...facts.objects, ...left] })
      expect(world.objects).toEqual(kept)
    }
    world.report(applied(world))
    expect(world.objects).toEqual(WHOLE)
  })

  test('keeps what was still there, and waits for what was not', () => {
    const world = leaving()
    expect(world.objects).toContain('Subnet photon-prod-production')
    world.commit({ [file]: claims() })
    expect(world.objects).toEqual(
      WHOLE.filter((id) => !/^(NetworkAtt|OvnSnat|OvnEip photon-prod-web)/.test(id)),
    )
    const facts = applied(world)
    world.report({ ...facts, objects: [...facts.objects, 'OvnSnatRule photon-prod-production'] })
    expect(world.objects).toEqual(WHOLE.filter((id) => !id.startsWith('OvnSnat')))
  })

  test('waits for nothing where no cluster has ever reported', () => {
    const world = photon(zeta)
    world.commit({ ...acks, [file]: undefined })
    world.commit({ [file]: claims() })
    expect(world.objects).toEqual(WHOLE)
  })
})

describe('a claim that comes back', () => {
  const web = 'environments/photon-prod/web2.yaml'
  const pinned = (address: string) => claim('EipClaim', 'web2', `{v4Ip: ${address}}`)

  test('as another one is refused until the old one is gone', () => {
    const world = photon({ ...zeta, [web]: pinned('198.51.100.40') })
    settle(world)
    world.commit({ [web]: undefined })
    world.commit({ [web]: pinned('198.51.100.41') })
    const finding = world.finding('claim/still-leaving')
    expect([finding.severity, finding.at?.file]).toEqual(['error', web])
    expect(finding.message).toContain('198.51.100.40')
    expect(world.entry('EipClaim photon-prod/web2')).toMatchObject({
      phase: 'tombstone',
      address: '198.51.100.40',
    })
    settle(world)
    expect(world.entry('EipClaim photon-prod/web2')).toMatchObject({
      phase: 'held',
      address: '198.51.100.41',
    })
  })

  test('without a pin gets the address that it had', () => {
    const text = claim('EipClaim', 'web2')
    const world = photon({ ...zeta, [web]: text })
    settle(world)
    expect(world.entry('EipClaim photon-prod/web2')?.address).toBe('198.51.100.20')
    world.commit({ [web]: undefined, 'environments/photon-prod/a.yaml': claim('EipClaim', 'a') })
    world.commit({ [web]: text })
    expect(world.entry('EipClaim photon-prod/web2')).toMatchObject({
      phase: 'held',
      address: '198.51.100.20',
    })
    const { leaving, holder } =
      world.state.pools.get('ext-a')?.parts.get('198.51.100.0')?.get('198.51.100.20') ?? {}
    expect([leaving, holder]).toEqual([false, 'EipClaim photon-prod/web2'])
  })

  test('and goes and comes again has the same address', () => {
    const world = photon({ ...zeta, [web]: claim('EipClaim', 'web2') })
    settle(world)
    for (let round = 0; round < 3; round += 1) {
      world.commit({ [web]: undefined })
      world.commit({ [web]: claim('EipClaim', 'web2') })
    }
    settle(world)
    expect(world.entry('EipClaim photon-prod/web2')).toMatchObject({ address: '198.51.100.20' })
    expect(world.entry('EipClaim photon-prod/web2')).not.toHaveProperty('awaits')
    expect(world.objects).toContain('OvnEip photon-prod-web2')
  })

  test('with a wrong field leaves on, and harms nothing', () => {
    const world = photon({ ...zeta, [web]: pinned('198.51.100.40') })
    settle(world)
    world.commit({ [web]: undefined })
    world.commit({ [web]: pinned('nonsense') })
    settle(world)
    expect(world.entry('EipClaim photon-prod/web2')).toBeUndefined()
  })
})
