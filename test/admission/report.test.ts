import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { noFacts } from '../../lib/domain/facts.ts'
import { toJson } from '../../lib/summary/json.ts'
import { applied } from '../plan/cluster-of.ts'
import { documents, eips, platformFile } from '../plan/files.ts'
import { photon, World } from '../plan/world.ts'
import { ask, closedVpc, eip, subnet, vpc } from './ask.ts'

const file = 'environments/photon-prod/c.yaml'

test('a subnet counts as Kube-OVN does: no edges, no gateway, no excludes (M-135)', () => {
  const { report } = ask({
    head: {
      [file]: documents(
        closedVpc,
        subnet('a', '10.0.0.0/24'),
        subnet('b', '10.0.1.0/24', ', excludeIps: [10.0.1.1..10.0.1.9]'),
        subnet('c', '10.0.2.0/24,fd00:2::/64', ', protocol: Dual'),
      ),
    },
  })
  expect(report.capacity).toEqual([
    { pool: 'photon-prod/a', family: 'IPv4', size: '253', free: '253' },
    { pool: 'photon-prod/b', family: 'IPv4', size: '245', free: '245' },
    { pool: 'photon-prod/c', family: 'IPv4', size: '253', free: '253' },
    {
      pool: 'photon-prod/c',
      family: 'IPv6',
      size: '18446744073709551613',
      free: '18446744073709551613',
    },
  ])
})

test('what facts tell of a subnet is what is used in it', () => {
  const { report } = ask({
    head: {
      [file]: documents(closedVpc, subnet('a', '10.0.0.0/24,fd00::/64', ', protocol: Dual')),
    },
    facts: { usage: [{ subnet: 'photon-prod-a', v4: '13', v6: '12' }] },
  })
  expect(report.capacity).toEqual([
    { pool: 'photon-prod/a', family: 'IPv4', size: '253', used: '13', free: '240' },
    {
      pool: 'photon-prod/a',
      family: 'IPv6',
      size: '18446744073709551613',
      used: '12',
      free: '18446744073709551601',
    },
  ])
})

test('a segment counts its holders: claims, strangers, and what is on its way out apart', () => {
  const world = photon()
  world.commit({
    'environments/photon-prod/claims.yaml':
      world.files
        .get('environments/photon-prod/claims.yaml')
        ?.replace(/---\n[^]{0,100}name: web[^]*$/, '') ?? '',
  })
  world.facts = {
    ...noFacts,
    holders: [
      { address: '198.51.100.50', holder: 'OvnEip by-hand', subnet: 'ext-a' },
      { address: '198.51.100.5', holder: 'OvnEip in-excludes', subnet: 'ext-a' },
    ],
  }
  const { report } = world.check({ 'environments/photon-prod/more.yaml': eip('more') })
  expect(report.capacity.find(({ pool }) => pool === 'ext-a')).toEqual({
    pool: 'ext-a',
    family: 'IPv4',
    size: '180',
    used: '3',
    free: '176',
    tombstoned: '1',
  })
})

test('capacity before the change is that of the same pools', () => {
  const { report, capacityBefore } = photon().check({
    'environments/photon-prod/more.yaml': eip('more'),
  })
  const used = (rows: typeof report.capacity) =>
    rows.map(({ pool, used: count }) => `${pool} ${count ?? '-'}`)
  expect(used(capacityBefore)).toEqual(['ext-a 2', 'photon-prod/production -'])
  expect(used(report.capacity)).toEqual(['ext-a 3', 'photon-prod/production -'])
})

test('only what the change touches is shown', () => {
  const world = photon({ 'environments/nova-dev/c.yaml': documents(vpc, eip('a')) })
  const { report } = world.check({
    'environments/photon-prod/more.yaml': subnet('m', '10.9.0.0/24'),
  })
  expect(new Set(report.allocations.map(({ environment }) => environment))).toEqual(
    new Set(['photon-prod']),
  )
  expect(report.capacity.map(({ pool }) => pool)).toEqual([
    'ext-a',
    'photon-prod/m',
    'photon-prod/production',
  ])
})

test('each allocation says where it comes from', () => {
  const world = World.of({ [file]: documents(vpc, eip('kept')) })
  world.facts = {
    ...noFacts,
    holders: [
      { address: '198.51.100.100', holder: 'OvnEip by-hand', subnet: 'ext-a' },
      { address: '198.51.100.90', holder: 'Service shop/front' },
    ],
  }
  const { report } = world.check({
    'environments/photon-prod/more.yaml': documents(eip('new'), eip('pinned', '198.51.100.80')),
  })
  expect(
    report.allocations.map(({ claim, address, origin }) => `${origin} ${claim} ${address}`),
  ).toEqual([
    'kept EipClaim external 198.51.100.20',
    'kept EipClaim kept 198.51.100.21',
    'new EipClaim new 198.51.100.22',
    'pinned EipClaim pinned 198.51.100.80',
    'foreign Service front 198.51.100.90',
    'foreign OvnEip by-hand 198.51.100.100',
  ])
})

test('changes are files below rendered/ alone, and none that only keeps a folder', () => {
  const { report } = ask({ head: { [file]: documents(vpc, eips(2)) } })
  expect(report.changes.map(({ path }) => path)).toEqual([
    'rendered/environments/photon-prod/eipclaim-eip-00.yaml',
    'rendered/environments/photon-prod/eipclaim-eip-01.yaml',
    'rendered/environments/photon-prod/eipclaim-external.yaml',
    'rendered/environments/photon-prod/vpcclaim-main.yaml',
  ])
})

const claimTexts = [
  vpc,
  closedVpc,
  subnet('a', '10.0.0.0/24'),
  subnet('b', '10.0.0.0/28'),
  subnet('c', 'fd00::/120', ', protocol: IPv6'),
  eip('d'),
  eip('e', '198.51.100.24'),
  eip('f', '198.51.100.25'),
]

test('size is always used, free and tombstoned together', () => {
  const small = platformFile({
    excludes: '[198.51.100.1..198.51.100.23, 198.51.100.28..198.51.100.254]',
  })
  const some = fc.subarray(claimTexts, { minLength: 1 })
  const facts = fc.record({
    holders: fc.array(
      fc.record({
        address: fc.nat(40).map((n) => `198.51.100.${n}`),
        holder: fc.constantFrom('Service shop/front', 'OvnEip by-hand', 'OvnEip photon-prod-d'),
      }),
      { maxLength: 6 },
    ),
    usage: fc.array(
      fc.record({
        subnet: fc.constantFrom('photon-prod-a', 'photon-prod-b', 'photon-prod-c'),
        v4: fc.nat(300).map(String),
        v6: fc.nat(300).map(String),
      }),
      { maxLength: 3 },
    ),
  })
  fc.assert(
    fc.property(some, some, facts, (before, after, seen) => {
      const { report, capacityBefore } = ask({
        base: { 'platform/kmetal.yaml': small, [file]: documents(...before) },
        head: { [file]: documents(...after) },
        facts: seen,
      })
      for (const { size, used, free, tombstoned } of [...report.capacity, ...capacityBefore]) {
        expect(BigInt(size)).toBe(BigInt(used ?? 0) + BigInt(free) + BigInt(tombstoned ?? 0))
      }
    }),
    { numRuns: 60, seed: 7 },
  )
})

test('what other tenants hold is no stranger, though their part of the index is not read', () => {
  const wide = platformFile({ excludes: '[198.51.100.1]' }).replace(
    '198.51.100.0/24',
    '198.51.100.0/22',
  )
  const many = (n: number) =>
    documents(vpc, eips(100), eips(100, 100)).replaceAll('main', `main-${n}`)
  const world = World.of({
    'platform/kmetal.yaml': wide,
    'environments/a/c.yaml': many(1),
    'environments/b/c.yaml': many(2),
    'environments/c/c.yaml': many(3),
  })
  world.facts = applied(world)
  const { report } = world.check({ 'environments/d/c.yaml': documents(vpc, eip('web')) })
  const row = report.capacity.find(({ pool }) => pool === 'ext-a')
  expect(row).toMatchObject({ size: '1021', used: `${3 * 201 + 2}` })
  expect(report.allocations.filter(({ origin }) => origin === 'foreign')).toEqual([])
})

test('the same question gives the same bytes', () => {
  const head = { [file]: documents(vpc, eips(3), subnet('a', '10.0.0.0/24')) }
  const texts = [ask({ head }), ask({ head })].map(({ report }) => toJson(report))
  expect(texts[0]).toBe(texts[1])
})
