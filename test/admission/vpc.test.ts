import { expect, test } from 'vitest'
import { claim, documents } from '../plan/files.ts'
import { rendered } from '../plan/rendered.ts'
import { photon, World } from '../plan/world.ts'
import { addresses, ask, askFor, closedVpc, eip, only, said, subnet, vpc } from './ask.ts'

const file = 'environments/photon-prod/more.yaml'

test('a second VpcClaim is refused in the words of the seed (M-006) (M-094) (M-202)', () => {
  const { report } = photon().check({
    [file]: claim('VpcClaim', 'second', '{externalAccess: true}'),
  })
  const found = only(report, 'vpc/only-one')
  expect(found.message).toContain('only one VpcClaim is allowed per namespace')
  expect(found).toMatchObject({
    object: 'VpcClaim photon-prod/second',
    at: { file, line: 1 },
    related: [{ at: { file: 'environments/photon-prod/claims.yaml', line: 1 } }],
  })
})

test('of two new VpcClaims the first by name is the one', () => {
  const report = askFor(closedVpc, claim('VpcClaim', 'also', '{externalAccess: false}'))
  expect(only(report, 'vpc/only-one').object).toBe('VpcClaim photon-prod/main')
})

test('a faulty VpcClaim never wins over a good one', () => {
  const report = askFor(closedVpc, claim('VpcClaim', 'also', '{externalAccess: maybe}'))
  expect(only(report, 'vpc/only-one').object).toBe('VpcClaim photon-prod/also')
})

test('each environment has one', () => {
  const { report } = photon().check({ 'environments/nova-dev/c.yaml': closedVpc })
  expect(said(report)).toEqual([])
})

test('a claim without a VpcClaim waits, and nothing that it would cause is rendered', () => {
  const claims = documents(subnet('production', '10.0.0.0/24'), eip('web'))
  const { report, after } = ask({ head: { 'environments/photon-prod/claims.yaml': claims } })
  expect(said(report)).toEqual(['warning claim/waiting-for-vpc', 'warning claim/waiting-for-vpc'])
  expect([...rendered(after()).keys()]).toEqual([])
})

test('SNAT without a way out is refused (M-129)', () => {
  const snat = subnet('production', '10.0.0.0/24', ', enableSnatRule: true')
  const report = askFor(closedVpc, snat)
  expect(only(report, 'subnet/snat-without-access')).toMatchObject({
    severity: 'error',
    field: 'spec.enableSnatRule',
    related: [{ message: 'VpcClaim "main" has externalAccess: false' }],
  })
  expect(said(askFor(vpc, snat))).toEqual([])
})

test('a VPC without a way out is refused where SNAT is waiting for it (M-129)', () => {
  const snat = subnet('production', '10.0.0.0/24', ', enableSnatRule: true')
  const world = World.of({ 'environments/photon-prod/a.yaml': snat })
  const { report } = world.check({ [file]: closedVpc })
  expect(only(report, 'subnet/snat-without-access').object).toBe('VpcClaim photon-prod/main')
})

test('an EipClaim without a way out is refused', () => {
  expect(said(askFor(closedVpc, eip('web')))).toEqual(['error eip/no-external-access'])
})

test('a VPC without a way out is refused where a pinned address waits for it', () => {
  const world = World.of({ 'environments/photon-prod/a.yaml': eip('web', '198.51.100.24') })
  const { report } = world.check({ [file]: closedVpc })
  expect(only(report, 'eip/no-external-access').object).toBe('VpcClaim photon-prod/main')
})

test('a VPC on another segment than the addresses that wait for it is refused', () => {
  const world = World.of({ 'environments/photon-prod/a.yaml': eip('web', '203.0.113.24') })
  const { report } = world.check({ [file]: vpc })
  const found = only(report, 'vpc/other-segment')
  expect(found.message).toBe(
    'VpcClaim "main" leaves through "ext-a", but EipClaim photon-prod/web holds 203.0.113.24 of "ext-b"',
  )
  const right = claim(
    'VpcClaim',
    'main',
    '{externalAccess: true, providerNetworkRef: {name: provider2}}',
  )
  expect(said(world.check({ [file]: right }).report)).toEqual([])
})

test('a VPC without a provider network leaves through the default one (M-095) (M-159) (M-163)', () => {
  const report = askFor(vpc, eip('web'))
  expect(addresses(report)).toEqual({
    'photon-prod/external': '198.51.100.20',
    'photon-prod/web': '198.51.100.21',
  })
  expect(report.allocations.map(({ pool }) => pool)).toEqual(['ext-a', 'ext-a'])
})

test('a VPC with one draws from that segment (M-099) (M-159)', () => {
  const own = claim(
    'VpcClaim',
    'main',
    '{externalAccess: true, providerNetworkRef: {name: provider2}}',
  )
  const report = askFor(own, eip('web'))
  expect(report.allocations).toEqual([
    {
      environment: 'photon-prod',
      claim: 'EipClaim external',
      pool: 'ext-b',
      address: '203.0.113.2',
      origin: 'implicit',
    },
    {
      environment: 'photon-prod',
      claim: 'EipClaim web',
      pool: 'ext-b',
      address: '203.0.113.3',
      origin: 'new',
    },
  ])
})

test('a pin outside the segment of its VPC is refused, also in another segment (M-159)', () => {
  const report = askFor(vpc, eip('web', '203.0.113.9'))
  expect(said(report)).toEqual(['error eip/pin-outside'])
})

test('a pin that no segment can give is refused before there is a VPC', () => {
  expect(said(askFor(eip('web', '192.0.2.9')))).toContain('error eip/pin-outside')
  expect(said(askFor(eip('web', '203.0.113.1')))).toContain('error eip/pin-gateway')
})

test('a VPC keeps the segment that it resolved to when the default becomes another (M-095)', () => {
  const world = photon()
  const kmetal = world.files.get('platform/kmetal.yaml') ?? ''
  const next = kmetal.replace('defaultProviderSubnet: ext-a', 'defaultProviderSubnet: ext-b')
  const { report } = world.check({ 'platform/kmetal.yaml': next })
  expect(said(report)).toEqual([])
  expect(report.changes.map(({ path }) => path)).toEqual(['rendered/platform/kmetal-platform.yaml'])
  world.commit({ 'platform/kmetal.yaml': next, [file]: eip('next') })
  expect(world.entry('EipClaim photon-prod/next')?.pool).toBe('ext-a')
  world.commit({ 'environments/nova-dev/c.yaml': documents(vpc, eip('web')) })
  expect(world.entry('EipClaim nova-dev/web')?.pool).toBe('ext-b')
})

test('a VPC is not rendered before its egress address is there, and its subnets with it', () => {
  const quota = `apiVersion: v1
kind: ResourceQuota
metadata: {name: q, namespace: photon-prod}
spec: {hard: {count/eipclaims.network.kmetal.io: "0"}}
`
  const { report, after } = ask({
    head: {
      'platform/tenants/photon-prod.yaml': quota,
      'environments/photon-prod/c.yaml': documents(vpc, subnet('production', '10.0.0.0/24')),
    },
  })
  expect(said(report)).toEqual(['error quota/exceeded'])
  expect([...rendered(after()).keys()]).toEqual([])
})
