import { expect, test } from 'vitest'
import { claim, claims, documents } from '../plan/files.ts'
import { rendered } from '../plan/rendered.ts'
import { photon, World } from '../plan/world.ts'
import { addresses, ask, askFor, eip, only, said, vpc } from './ask.ts'

const file = 'environments/photon-prod/c.yaml'
const more = 'environments/photon-prod/external.yaml'
const lrp = (spec: string) => claim('EipClaim', 'external', spec)

test('a VPC with a way out has an egress address that nobody wrote (M-170) (M-154) (M-010)', () => {
  const { report, after } = ask({ head: { [file]: vpc } })
  expect(report.verdict).toBe('accept')
  expect(report.allocations).toEqual([
    {
      environment: 'photon-prod',
      claim: 'EipClaim external',
      pool: 'ext-a',
      address: '198.51.100.20',
      origin: 'implicit',
    },
  ])
  const text = after().get('rendered/environments/photon-prod/eipclaim-external.yaml')
  expect(text).toContain('name: photon-prod-ext-a')
  expect(text).toContain('type: lrp')
  expect(report.changes.map(({ path }) => path)).toContain(
    'rendered/environments/photon-prod/vpcclaim-main.yaml',
  )
})

test('a VPC without a way out has none', () => {
  const { report } = ask({ head: { [file]: claim('VpcClaim', 'main', '{externalAccess: false}') } })
  expect(report.allocations).toEqual([])
})

test.each([
  ['without its address', '{type: lrp}'],
  ['with its address', '{type: lrp, v4Ip: 198.51.100.20}'],
])('it may be written out later %s, and nothing changes', (_, spec) => {
  const world = World.of({ [file]: vpc })
  const { report } = world.check({ [more]: lrp(spec) })
  expect(said(report)).toEqual([])
  expect(report.changes).toEqual([])
  expect(addresses(report)).toEqual({ 'photon-prod/external': '198.51.100.20' })
  world.commit({ [more]: lrp(spec) })
  expect(world.entry('EipClaim photon-prod/external')?.address).toBe('198.51.100.20')
})

test('another address than the one it holds is an edit, and is refused', () => {
  const world = World.of({ [file]: vpc })
  const { report } = world.check({ [more]: lrp('{type: lrp, v4Ip: 198.51.100.30}') })
  expect(said(report)).toEqual(['error claim/immutable'])
})

test.each([
  ['written', '{type: nat}', 'it is nat'],
  ['left out', '{}', 'it is nat, the default'],
])(
  'the type nat, %s, is refused in the words of the seed, and the VPC is not rendered (M-155) (M-172)',
  (_, spec, why) => {
    const { report, after } = ask({ head: { [file]: vpc, [more]: lrp(spec) } })
    expect(only(report, 'eip/external-not-lrp').message).toBe(
      `EipClaim "external" must have spec.type: lrp, ${why}`,
    )
    expect(report.verdict).toBe('refuse')
    expect([...rendered(after()).keys()]).toEqual([])
  },
)

test('any other lrp claim does nothing: no address, no object, a warning (M-155) (M-156)', () => {
  const { report } = ask({
    head: { [file]: documents(vpc, claim('EipClaim', 'router', '{type: lrp}')) },
  })
  expect(said(report)).toEqual(['warning eip/lrp-unused'])
  expect(addresses(report)).toEqual({ 'photon-prod/external': '198.51.100.20' })
  expect(report.changes.map(({ path }) => path)).not.toContain(
    'rendered/environments/photon-prod/eipclaim-router.yaml',
  )
})

test('an inert claim takes neither its pin nor a name', () => {
  const inert = claim('EipClaim', 'router', '{type: lrp, v4Ip: 198.51.100.24}')
  const { report } = photon().check({ [more]: inert })
  expect(said(report)).toEqual(['warning eip/lrp-unused'])
})

test('external is one address whether it is written or not (M-154)', () => {
  const report = askFor(vpc, lrp('{type: lrp}'), eip('web'))
  expect(report.allocations.map(({ claim: name, origin }) => `${name} ${origin}`)).toEqual([
    'EipClaim external new',
    'EipClaim web new',
  ])
})

test('a pinned external that cannot be had leaves the VPC unrendered', () => {
  const world = photon()
  const { report, after } = world.check({
    'environments/nova-dev/c.yaml': documents(vpc, lrp('{type: lrp, v4Ip: 198.51.100.24}')),
  })
  expect(said(report)).toEqual(['error eip/address-taken'])
  expect([...rendered(after()).keys()].filter((id) => id.includes('nova-dev'))).toEqual([])
})

test('a nat claim is published under its environment and name (M-010) (M-151)', () => {
  const world = photon()
  expect(world.objects).toContain('OvnEip photon-prod-web')
  expect(claims()).toContain('name: web')
  expect(world.tree.get('rendered/environments/photon-prod/eipclaim-web.yaml')).toContain(
    '198.51.100.24',
  )
})
