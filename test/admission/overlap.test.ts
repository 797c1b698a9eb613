import { expect, test } from 'vitest'
import { check } from '../../lib/pipeline/check.ts'
import { factsFromObjects } from '../../lib/pipeline/facts/facts-from-objects.ts'
import { claim, claims, documents, platformFile } from '../plan/files.ts'
import { engine, photon } from '../plan/world.ts'
import { treeOf } from '../read/tree-of.ts'
import { ask, askFor, closedVpc, only, said, subnet, vpc } from './ask.ts'

const file = 'environments/photon-prod/more.yaml'

test('an overlap with what is held is refused in the words of the seed (M-139) (M-140)', () => {
  const { report } = photon().check({ [file]: subnet('staging', '10.100.0.0/25') })
  const found = only(report, 'subnet/overlap')
  expect(found.message).toBe(
    'cidrBlock "10.100.0.0/25" overlaps SubnetClaim "production" (10.100.0.0/24) in namespace "photon-prod"',
  )
  expect(found).toMatchObject({
    severity: 'error',
    at: { file, line: 4 },
    object: 'SubnetClaim photon-prod/staging',
    field: 'spec.cidrBlock',
    value: '10.100.0.0/25',
    related: [{ at: { file: 'environments/photon-prod/claims.yaml' } }],
  })
  expect(report.verdict).toBe('refuse')
})

test.each([
  ['inside', '10.100.0.64/26'],
  ['around', '10.100.0.0/16'],
  ['the same', '10.100.0.0/24'],
])('a block that is %s another is an overlap (M-115) (M-205)', (_, block) => {
  const { report } = photon().check({ [file]: subnet('staging', block) })
  expect(said(report)).toContain('error subnet/overlap')
})

test('a block beside another is none, and what is there stays as it is (M-141) (M-009) (M-112)', () => {
  const { report } = photon().check({ [file]: subnet('staging', '10.100.1.0/24') })
  expect(said(report)).toEqual([])
  expect(report.changes).toEqual([
    { action: 'create', path: 'rendered/environments/photon-prod/subnetclaim-staging.yaml' },
  ])
})

test('of two new claims that overlap the second by name is refused, in one file or two', () => {
  const first = subnet('a', '10.0.0.0/24')
  const second = subnet('b', '10.0.0.128/25')
  const one = askFor(vpc, second, first)
  const two = ask({
    head: {
      'environments/photon-prod/a.yaml': second,
      'environments/photon-prod/b.yaml': documents(vpc, first),
    },
  }).report
  for (const report of [one, two]) {
    expect(only(report, 'subnet/overlap').object).toBe('SubnetClaim photon-prod/b')
  }
})

test('an overlap is found without any VpcClaim (M-138)', () => {
  const report = askFor(subnet('a', '10.0.0.0/24'), subnet('b', '10.0.0.0/25'))
  expect(said(report)).toContain('error subnet/overlap')
})

test.each([
  ['the IPv4 part', '10.0.0.0/24', 'fd00:1::/64'],
  ['the IPv6 part', '10.0.9.0/24', 'fd00::/64'],
])('%s of a dual block is compared', (_, v4, v6) => {
  const dual = ', protocol: Dual'
  const report = askFor(
    closedVpc,
    subnet('a', '10.0.0.0/24,fd00::/64', dual),
    subnet('b', `${v4},${v6}`, dual),
  )
  const found = only(report, 'subnet/overlap')
  expect(found.message).toBe(
    `cidrBlock "${v4},${v6}" overlaps SubnetClaim "a" (10.0.0.0/24,fd00::/64) in namespace "photon-prod"`,
  )
})

test('an IPv6 block never overlaps an IPv4 block', () => {
  const report = askFor(
    closedVpc,
    subnet('a', '10.0.0.0/24'),
    subnet('b', 'fd00::/64', ', protocol: IPv6'),
  )
  expect(said(report)).toEqual([])
})

test('tenants may have the same block (M-116)', () => {
  const mine = documents(closedVpc, subnet('production', '10.100.0.0/24'))
  const { report } = ask({
    head: { 'environments/photon-prod/c.yaml': mine, 'environments/nova-dev/c.yaml': mine },
  })
  expect(said(report)).toEqual([])
  expect(report.verdict).toBe('accept')
})

test('a claim with a fault of its own is compared all the same, and takes nothing from a good one', () => {
  const faulty = subnet('a', '10.0.0.0/24', ', gateway: 10.9.9.9')
  const report = askFor(closedVpc, faulty, subnet('b', '10.0.0.0/25'))
  expect(only(report, 'subnet/overlap').object).toBe('SubnetClaim photon-prod/a')
  const created = report.changes.map(({ path }) => path)
  expect(created).toContain('rendered/environments/photon-prod/subnetclaim-b.yaml')
})

test('two faulty claims are compared with each other', () => {
  const report = askFor(
    closedVpc,
    subnet('a', '10.0.0.0/24', ', gateway: 10.9.9.9'),
    subnet('b', '10.0.0.0/25', ', colour: blue'),
  )
  expect(only(report, 'subnet/overlap').object).toBe('SubnetClaim photon-prod/b')
})

test('400 claims on one block are 399 overlaps, and cost little more than their number', () => {
  const seconds = (count: number) => {
    const all = Array.from({ length: count }, (_, n) => subnet(`s${n}`, '10.0.0.0/24'))
    const start = performance.now()
    const report = askFor(closedVpc, ...all)
    expect(said(report).filter((one) => one === 'error subnet/overlap')).toHaveLength(count - 1)
    return performance.now() - start
  }
  seconds(100)
  const [few, many] = [seconds(100), seconds(400)]
  expect(many).toBeLessThan(few * 16 + 200)
})

test('an overlap with what is on its way out is refused until that is gone', () => {
  const world = photon()
  const left = claims()
    .split('---\n')
    .filter((text) => !text.includes('SubnetClaim'))
  world.commit({ 'environments/photon-prod/claims.yaml': documents(...left) })
  const { report } = world.check({ [file]: subnet('next', '10.100.0.0/24') })
  expect(world.entry('SubnetClaim photon-prod/production')?.phase).not.toBe('held')
  expect(only(report, 'subnet/overlap')).toMatchObject({
    object: 'SubnetClaim photon-prod/next',
    message:
      'cidrBlock "10.100.0.0/24" overlaps SubnetClaim "production" (10.100.0.0/24) in namespace "photon-prod", which is not yet proven gone',
  })
})

test('so is a claim of another name in its place, and one that takes its attachment', () => {
  const world = photon()
  const renamed = claims().replace('name: production', 'name: prod')
  const at = 'environments/photon-prod/claims.yaml'
  expect(only(world.check({ [at]: renamed }).report, 'subnet/overlap').message).toMatch(
    /in namespace "photon-prod", which is not yet proven gone$/,
  )
  const text = renamed.replace(
    'cidrBlock: 10.100.0.0/24',
    'cidrBlock: 10.101.0.0/24, attachment: {name: production-net}',
  )
  expect(only(world.check({ [at]: text }).report, 'subnet/attachment-taken').message).toMatch(
    /which SubnetClaim "production" in namespace "photon-prod" has until it is proven gone$/,
  )
})

test('on main the first one keeps its block and the second is rejected with the winner', () => {
  const world = photon()
  world.commit({ [file]: subnet('staging', '10.100.0.0/25') })
  expect(world.entry('SubnetClaim photon-prod/staging')).toMatchObject({
    phase: 'rejected',
    rejected: { rule: 'subnet/overlap', winner: 'SubnetClaim photon-prod/production' },
  })
  expect(world.objects).toContain('Subnet photon-prod-production')
  expect(world.objects).not.toContain('Subnet photon-prod-staging')
})

test('a rejected claim gets its block once the first one is corrected in the same environment', () => {
  const world = photon()
  world.commit({ [file]: subnet('staging', '10.100.0.0/25') })
  world.commit({ [file]: subnet('staging', '10.101.0.0/25') })
  expect(world.entry('SubnetClaim photon-prod/staging')?.phase).toBe('held')
})

test('a pair of folders is judged by itself: what stands in base holds its block', () => {
  const file1 = 'environments/photon-prod/z.yaml'
  const tree = (more: Record<string, string>) =>
    treeOf({ 'platform/kmetal.yaml': platformFile(), ...more })
  const base = {
    [file1]: documents(closedVpc, claim('SubnetClaim', 'z', '{cidrBlock: 10.0.0.0/24}')),
  }
  const head = { ...base, 'environments/photon-prod/a.yaml': subnet('a', '10.0.0.0/24') }
  const { report } = check({ head: tree(head), base: tree(base), engine })
  expect(only(report, 'subnet/overlap').object).toBe('SubnetClaim photon-prod/a')
})

test('a Subnet that no claim explains keeps its block in its VPC, as facts show, and nowhere else', () => {
  const world = photon()
  const block = (name: string, vpc: string, cidrBlock: string) => {
    return {
      apiVersion: 'kubeovn.io/v1',
      kind: 'Subnet',
      metadata: { name },
      spec: { vpc, cidrBlock },
    }
  }
  const { value } = factsFromObjects([
    block('by-hand', 'photon-prod', '10.7.0.9/24'),
    block('photon-prod-production', 'photon-prod', '10.100.0.0/24'),
    block('photon-prod-staging', 'photon-prod', '10.8.0.0/24'),
    block('ovn-default', '', '10.9.0.0/24'),
    block('broken', 'photon-prod', '10.9.0/24'),
  ])
  expect(value.blocks?.map(({ cidrBlock }) => cidrBlock)).toEqual([
    '10.7.0.0/24',
    '10.100.0.0/24',
    '10.8.0.0/24',
  ])
  world.report(value)
  const found = only(world.check({ [file]: subnet('lan', '10.7.0.0/16') }).report, 'subnet/overlap')
  expect(found.message).toBe(
    'cidrBlock "10.7.0.0/16" overlaps Subnet "by-hand" (10.7.0.0/24) in the VPC of "photon-prod", which no claim explains, as facts show',
  )
  for (const text of [subnet('staging', '10.8.0.0/24'), subnet('lan', '10.9.0.0/24')])
    expect(said(world.check({ [file]: text }).report)).not.toContain('error subnet/overlap')
})
