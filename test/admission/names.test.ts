import { describe, expect, test } from 'vitest'
import { claim, documents, platformFile } from '../plan/files.ts'
import { World } from '../plan/world.ts'
import { ask, closedVpc, eip, only, said, subnet, vpc } from './ask.ts'

const photon = 'environments/photon/c.yaml'
const photonProd = 'environments/photon-prod/c.yaml'

const left = documents(closedVpc, subnet('prod-edge', '10.0.0.0/24'))
const right = documents(closedVpc, subnet('edge', '10.0.0.0/24'))

test('two environments and claims that make one Subnet name collide, whichever comes first', () => {
  const both = ask({ head: { [photon]: left, [photonProd]: right } }).report
  expect(only(both, 'name/taken')).toMatchObject({
    object: 'SubnetClaim photon-prod/edge',
    value: 'photon-prod-edge',
    related: [{ at: { file: photon } }],
  })
  for (const [first, second, loser] of [
    [{ [photon]: left }, { [photonProd]: right }, 'photon-prod/edge'],
    [{ [photonProd]: right }, { [photon]: left }, 'photon/prod-edge'],
  ] as const) {
    const { report } = World.of(first).check(second)
    expect(only(report, 'name/taken').object).toBe(`SubnetClaim ${loser}`)
  }
})

test('so do two OvnEips, in one commit and across commits', () => {
  const one = { [photon]: documents(vpc, eip('prod-web')) }
  const two = { [photonProd]: documents(vpc, eip('web')) }
  const both = ask({ head: { ...one, ...two } }).report
  expect(only(both, 'name/taken').object).toBe('EipClaim photon-prod/web')
  expect(only(World.of(one).check(two).report, 'name/taken').object).toBe(
    'EipClaim photon-prod/web',
  )
  expect(only(World.of(two).check(one).report, 'name/taken').object).toBe(
    'EipClaim photon/prod-web',
  )
})

test('a Vpc may not be called like a Subnet, nor a Subnet like a Vpc', () => {
  const subnets = { [photon]: documents(closedVpc, subnet('prod', '10.0.0.0/24')) }
  const router = { [photonProd]: closedVpc }
  const message = /Vpc or Subnet name "photon-prod"/
  const first = only(World.of(subnets).check(router).report, 'name/taken')
  expect(first).toMatchObject({ object: 'VpcClaim photon-prod/main' })
  expect(first.message).toMatch(message)
  const second = only(World.of(router).check(subnets).report, 'name/taken')
  expect(second).toMatchObject({
    object: 'SubnetClaim photon/prod',
    related: [{ at: { file: photonProd }, object: 'VpcClaim photon-prod/main' }],
  })
  expect(second.message).toMatch(message)
  expect(second.message).toContain('which VpcClaim "main" in namespace "photon-prod" has already')
  expect(said(ask({ head: { ...subnets, ...router } }).report)).toEqual(['error name/taken'])
})

test.each([
  ['another VPC', 'nova', '10.7.0.0/24', true],
  ['another block', 'photon', '10.8.0.0/24', true],
  ['the same of both', 'photon', '10.7.0.0/24', false],
])('a Subnet of the name that facts show with %s', (_, vpcOf, cidrBlock, isTaken) => {
  const blocks = [{ subnet: 'photon-edge', vpc: vpcOf, cidrBlock }]
  const head = { [photon]: documents(closedVpc, subnet('edge', '10.7.0.0/24')) }
  const { report } = ask({ head, facts: { blocks } })
  expect(said(report)).toEqual(isTaken ? ['error name/taken'] : [])
  if (!isTaken) return
  expect(only(report, 'name/taken')).toMatchObject({
    object: 'SubnetClaim photon/edge',
    value: 'photon-edge',
    message: `SubnetClaim "edge" needs the Vpc or Subnet name "photon-edge", which a Subnet of ${cidrBlock} in VPC "${vpcOf}" has already, in the cluster, as facts show`,
  })
})

test('neither may be called like a provider subnet', () => {
  const router = ask({ head: { 'environments/ext-a/c.yaml': closedVpc } }).report
  expect(only(router, 'name/taken').message).toBe(
    'VpcClaim "main" needs the Vpc or Subnet name "ext-a", which provider subnet "ext-a" has already',
  )
  const one = documents(closedVpc, subnet('a', '10.0.0.0/24'))
  const segment = ask({ head: { 'environments/ext/c.yaml': one } }).report
  expect(only(segment, 'name/taken').object).toBe('SubnetClaim ext/a')
})

const third = `      - name: provider3
        interface: bond0.211
        subnets:
          - name: SUBNET
            cidrBlock: 192.0.2.0/24
            gateway: 192.0.2.1
`

test.each([
  ['photon-prod', 'Vpc of VpcClaim photon-prod/main'],
  ['photon-prod-edge', 'Subnet of SubnetClaim photon-prod/edge'],
])('a new provider subnet may not be called %s', (name, whose) => {
  const world = World.of({ [photonProd]: right })
  const networks = third.replace('SUBNET', name)
  const kmetal = { 'platform/kmetal.yaml': platformFile({ networks }) }
  const { report } = world.check(kmetal)
  expect(only(report, 'name/taken').message).toBe(
    `provider subnet "${name}" has the name of the ${whose}`,
  )
  world.commit(kmetal)
  expect([...world.tree.keys()].filter((path) => path.includes('provider3'))).toEqual([])
})

const egress = { [photonProd]: vpc }
const likeEgress = { [photon]: documents(vpc, eip('prod-ext-a', '198.51.100.90')) }

test('the egress address of a VPC has a name of its own that no other claim may take, and the other way round', () => {
  const late = World.of(egress).check(likeEgress).report
  expect(only(late, 'name/taken')).toMatchObject({
    object: 'EipClaim photon/prod-ext-a',
    value: 'photon-prod-ext-a',
  })
  const world = World.of(likeEgress)
  const found = only(world.check(egress).report, 'name/taken')
  expect(found).toMatchObject({ object: 'VpcClaim photon-prod/main', severity: 'error' })
  world.commit(egress)
  expect(world.objects).not.toContain('Vpc photon-prod')
  expect(said(ask({ head: { ...egress, ...likeEgress } }).report)).toEqual(['error name/taken'])
})

test('the names of attachments are unique in their environment, and there alone', () => {
  const named = (name: string, block: string) => subnet(name, block, ', attachment: {name: lan}')
  const one = documents(closedVpc, named('a', '10.0.0.0/24'))
  const { report } = ask({
    head: { [photon]: documents(one, named('b', '10.0.1.0/24')), [photonProd]: one },
  })
  expect(only(report, 'subnet/attachment-taken')).toMatchObject({
    object: 'SubnetClaim photon/b',
    value: 'photon/lan',
  })
})

test('a default attachment name collides with a written one', () => {
  const text = documents(
    closedVpc,
    subnet('a', '10.0.0.0/24'),
    subnet('b', '10.0.1.0/24', ', attachment: {name: a-net}'),
  )
  expect(said(ask({ head: { [photon]: text } }).report)).toEqual(['error subnet/attachment-taken'])
})

test('an attachment that is not managed takes no name', () => {
  const off = ', attachment: {managed: false, name: lan}'
  const text = documents(
    closedVpc,
    subnet('a', '10.0.0.0/24', off),
    subnet('b', '10.0.1.0/24', off),
  )
  const { report } = ask({ head: { [photon]: text } })
  expect(said(report)).toEqual([])
})

describe('an EipClaim that took the name of the way out of another environment', () => {
  const squat = { 'environments/evil/c.yaml': documents(vpc, eip('twin-ext-a')) }
  const twin = 'environments/evil-twin/c.yaml'

  test('keeps that one from getting its VPC, which is told so, and nothing of it is held', () => {
    const world = World.of(squat)
    const { report } = world.check({ [twin]: documents(vpc, eip('web')) })
    expect(said(report, ['error'])).toEqual(['error name/taken'])
    expect(only(report, 'name/taken')).toMatchObject({
      object: 'VpcClaim evil-twin/main',
      value: 'evil-twin-ext-a',
      hint: expect.stringContaining('call the environment otherwise'),
    })
    world.commit({ [twin]: documents(vpc, eip('web')) })
    expect(world.entry('VpcClaim evil-twin/main')?.phase).toBe('rejected')
    world.commit({ 'environments/evil-twin/more.yaml': eip('more') })
    expect(world.objects.filter((name) => name.includes('evil-twin'))).toEqual([
      'OvnEip evil-twin-ext-a',
    ])
  })

  test('comes too late where that one is in the same commit', () => {
    const { report } = ask({ head: { ...squat, [twin]: vpc } })
    expect(only(report, 'name/taken').object).toBe('EipClaim evil/twin-ext-a')
  })

  test('comes too late where the VPC has had no address yet', () => {
    const excludes = '[198.51.100.1..198.51.100.19, 198.51.100.21..198.51.100.254]'
    const kmetal = { 'platform/kmetal.yaml': platformFile({ excludes }) }
    const full = { 'environments/a/c.yaml': vpc, [twin]: vpc, ...kmetal }
    const world = World.of(full)
    expect(world.finding('pool/full').object).toBe('VpcClaim evil-twin/main')
    const { report } = World.of(full).check(squat)
    expect(report.findings.filter(({ rule }) => rule === 'name/taken')).toMatchObject([
      { object: 'EipClaim evil/twin-ext-a' },
    ])
  })

  test('is warned of while nobody has taken the name', () => {
    const closed = { [twin]: closedVpc }
    const { report } = World.of(closed).check(squat)
    expect(said(report)).toEqual(['warning name/prefix'])
    expect(only(report, 'name/prefix')).toMatchObject({
      object: 'EipClaim evil/twin-ext-a',
      message:
        'EipClaim "twin-ext-a" gets the OvnEip name "evil-twin-ext-a", which begins like those of environment "evil-twin"',
      hint: 'choose a name for the claim that does not begin with "twin"',
    })
  })
})

test('a Subnet may not look like the Vpc of another environment', () => {
  const only1 = { [photonProd]: claim('EipClaim', 'web', '{}') }
  const { report } = World.of(only1).check({
    [photon]: documents(closedVpc, subnet('prod', '10.0.0.0/24')),
  })
  expect(only(report, 'name/prefix').value).toBe('photon-prod')
})

test('an environment whose name begins with that of another has names of its own', () => {
  const { report } = World.of({ [photon]: vpc }).check({ [photonProd]: documents(vpc, eip('web')) })
  expect(said(report)).toEqual([])
})
