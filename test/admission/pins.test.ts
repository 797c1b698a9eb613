import { expect, test } from 'vitest'
import { applied } from '../plan/cluster-of.ts'
import { claim, claims, documents } from '../plan/files.ts'
import { photon, World } from '../plan/world.ts'
import { addresses, ask, eip, only, said, vpc } from './ask.ts'

const nova = 'environments/nova-dev/c.yaml'
const web = '198.51.100.24'

test('a pin on what another claim holds is refused and names the holder', () => {
  const { report } = photon().check({ [nova]: documents(vpc, eip('mine', web)) })
  expect(only(report, 'eip/address-taken')).toMatchObject({
    severity: 'error',
    message: 'v4Ip "198.51.100.24" is held by EipClaim photon-prod/web',
    object: 'EipClaim nova-dev/mine',
    field: 'spec.v4Ip',
    value: web,
    at: { file: nova },
    related: [{ at: { file: 'environments/photon-prod/claims.yaml' } }],
  })
})

test('of two pins on one address in one commit the first by environment and name wins', () => {
  const { report } = ask({
    head: {
      'environments/b/c.yaml': documents(vpc, eip('a', web)),
      'environments/a/c.yaml': documents(vpc, eip('b', web)),
    },
  })
  expect(only(report, 'eip/address-taken').object).toBe('EipClaim b/a')
})

test('a pin on a released address is refused until that is proven gone', () => {
  const world = photon()
  const left = claims()
    .split('---\n')
    .filter((text) => !text.includes('name: web'))
  world.commit({ 'environments/photon-prod/claims.yaml': documents(...left) })
  const pin = { [nova]: documents(vpc, eip('mine', web)) }
  for (const phase of ['releasing', 'tombstone']) {
    expect(world.entry('EipClaim photon-prod/web')?.phase).toBe(phase)
    expect(only(world.check(pin).report, 'eip/address-taken').message).toBe(
      'v4Ip "198.51.100.24" is held by EipClaim photon-prod/web, which is not yet proven gone',
    )
    world.report({ ...applied(world), proven: [] })
  }
})

test('a pin on what leaves in the same commit is refused with the Transfer that hands it over', () => {
  const world = photon()
  const file = 'environments/photon-prod/claims.yaml'
  const renamed = { [file]: claims().replace('name: web', 'name: shop') }
  expect(only(world.check(renamed).report, 'eip/address-taken').hint).toBe(
    'to hand it over, add a Transfer from "EipClaim photon-prod/web" to "EipClaim photon-prod/shop" to this commit',
  )
  world.commit(renamed)
  const late = { ...renamed, [nova]: documents(vpc, eip('mine', web)) }
  expect(only(world.check(late).report, 'eip/address-taken').hint).toBe(
    'pin another address, or leave v4Ip out to get the lowest free one',
  )
})

test.each([
  ['a Service', { address: web, holder: 'Service shop/front' }],
  ['an OvnEip', { address: web, holder: 'OvnEip by-hand', subnet: 'ext-a' }],
  [
    'the router port of its own VPC',
    { address: web, holder: 'OvnEip nova-dev-ext-a', subnet: 'ext-a' },
  ],
])('a pin on an address that facts show with %s is refused', (_, holder) => {
  const { report } = ask({
    head: { [nova]: documents(vpc, eip('mine', web)) },
    facts: { holders: [holder] },
  })
  const found = report.findings.filter(({ rule }) => rule === 'eip/address-taken')
  expect(found[0]?.message).toBe(
    `v4Ip "${web}" is held by ${holder.holder}, in the cluster, as facts show`,
  )
})

test("a claim's own OvnEip is no stranger, pinned or not", () => {
  const holders = [
    { address: web, holder: 'OvnEip nova-dev-mine', subnet: 'ext-a' },
    { address: '198.51.100.60', holder: 'OvnEip nova-dev-free', subnet: 'ext-a' },
    { address: '198.51.100.70', holder: 'OvnEip nova-dev-ext-a', subnet: 'ext-a' },
  ]
  const { report } = ask({
    head: { [nova]: documents(vpc, eip('mine', web), eip('free')) },
    facts: { holders },
  })
  expect(said(report)).toEqual([])
  expect(addresses(report)).toEqual({
    'nova-dev/external': '198.51.100.70',
    'nova-dev/free': '198.51.100.60',
    'nova-dev/mine': web,
  })
})

test('external may be pinned before there is a VpcClaim, and is its egress address then (M-171)', () => {
  const pinned = claim('EipClaim', 'external', '{type: lrp, v4Ip: 198.51.100.77}')
  const world = World.of({ 'environments/nova-dev/a.yaml': pinned })
  expect(world.entry('EipClaim nova-dev/external')).toMatchObject({
    phase: 'held',
    address: '198.51.100.77',
  })
  expect(world.objects).toEqual([])
  const { report } = world.check({ [nova]: vpc })
  expect(said(report)).toEqual([])
  world.commit({ [nova]: vpc })
  expect(world.objects).toEqual(['OvnEip nova-dev-ext-a', 'Vpc nova-dev'])
  expect(world.tree.get('rendered/environments/nova-dev/eipclaim-external.yaml')).toContain(
    '198.51.100.77',
  )
})

test('an address pinned before there is a VpcClaim is held, and nobody else gets it', () => {
  const world = World.of({ [nova]: eip('web', '198.51.100.20') })
  expect(world.objects).toEqual([])
  const { report } = world.check({ 'environments/photon-prod/c.yaml': documents(vpc, eip('a')) })
  expect(addresses(report)).toEqual({
    'photon-prod/a': '198.51.100.21',
    'photon-prod/external': '198.51.100.22',
  })
  world.commit({ 'environments/nova-dev/v.yaml': vpc })
  expect(world.objects).toContain('OvnEip nova-dev-web')
})

test('pins come before floating claims of the same commit', () => {
  const { report } = ask({
    head: {
      'environments/a/c.yaml': documents(vpc, eip('a')),
      'environments/z/c.yaml': documents(vpc, eip('z', '198.51.100.20')),
    },
  })
  expect(addresses(report)).toEqual({
    'a/a': '198.51.100.21',
    'a/external': '198.51.100.22',
    'z/external': '198.51.100.23',
    'z/z': '198.51.100.20',
  })
})
