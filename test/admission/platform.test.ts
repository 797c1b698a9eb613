import { expect, test } from 'vitest'
import { noFacts } from '../../lib/domain/facts.ts'
import { check } from '../../lib/pipeline/check.ts'
import { applied, settle } from '../plan/cluster-of.ts'
import { claim, cluster, documents, type Files, platformFile } from '../plan/files.ts'
import { engine, photon, World } from '../plan/world.ts'
import { treeOf } from '../read/tree-of.ts'
import { addresses, ask, closedVpc, eip, only, said, subnet, vpc } from './ask.ts'

const kmetal = 'platform/kmetal.yaml'
const third = `      - name: provider3
        interface: bond0.211
        subnets:
          - name: ext-c
            cidrBlock: 192.0.2.0/24
            gateway: 192.0.2.1
`
const grown = { [kmetal]: platformFile({ networks: third }) }
const own = claim(
  'VpcClaim',
  'main',
  '{externalAccess: true, providerNetworkRef: {name: provider2}}',
)
const nova = { 'environments/nova-dev/c.yaml': documents(own, eip('web', '203.0.113.30')) }

test('a further provider network changes nothing of others but the drop rules of their VPCs (M-022)', () => {
  const world = photon(nova)
  const before = world.tree
  const { report } = world.check(grown)
  expect(said(report)).toEqual([])
  expect(report.changes).toEqual([
    { action: 'update', path: 'rendered/environments/nova-dev/vpcclaim-main.yaml' },
    { action: 'update', path: 'rendered/environments/photon-prod/vpcclaim-main.yaml' },
    { action: 'update', path: 'rendered/platform/kmetal-platform.yaml' },
    { action: 'create', path: 'rendered/platform/provider-network-provider3.yaml' },
    { action: 'create', path: 'rendered/platform/provider-subnet-ext-c.yaml' },
  ])
  world.commit(grown)
  const path = 'rendered/environments/photon-prod/vpcclaim-main.yaml'
  const [old, now] = [before.get(path)?.split('\n') ?? [], world.tree.get(path)?.split('\n') ?? []]
  const added = now.filter((line) => !old.includes(line))
  expect(old.filter((line) => !now.includes(line))).toEqual([])
  expect(added.every((line) => line.includes('192.0.2.0/24'))).toBe(true)
  expect(added).not.toEqual([])
})

test('a new segment opens only when its drop rule stands in every VPC', () => {
  const world = photon()
  settle(world)
  const { report } = world.check(grown)
  expect(only(report, 'provider-subnet/opening').severity).toBe('info')
  world.commit(grown)
  const isOpen = () =>
    [...world.tree.values()].some((text) => /kind: Subnet[^]*name: ext-c/.test(text))
  expect(isOpen()).toBe(false)
  world.report({ ...applied(world), drops: [{ vpc: 'photon-prod', cidrs: ['198.51.100.0/24'] }] })
  expect(isOpen()).toBe(false)
  settle(world)
  expect(isOpen()).toBe(true)
})

const text = platformFile()
const withoutB = text.replace(/ {6}- name: provider2[^]*?excludeIPs: \[203.0.113.1\]\n/, '')

test.each([
  ['removed', withoutB, 'provider-subnet/in-use', 'EipClaim nova-dev/external'],
  [
    'on another block',
    text.replace('203.0.113.0/24', '203.0.113.0/25'),
    'provider-subnet/immutable',
    'cidrBlock',
  ],
  [
    'behind another gateway',
    text.replace('gateway: 203.0.113.1\n', 'gateway: 203.0.113.254\n'),
    'provider-subnet/immutable',
    'gateway of provider subnet "ext-b" cannot be changed from "203.0.113.1" to "203.0.113.254"',
  ],
  [
    'moved to another network',
    text.replace('name: provider2', 'name: provider9'),
    'provider-subnet/immutable',
    'network',
  ],
])('a provider subnet in use may not be %s', (_, next, rule, mentions) => {
  const world = World.of(nova)
  const { report } = world.check({ [kmetal]: next })
  expect(only(report, rule)).toMatchObject({ severity: 'error', at: { file: kmetal } })
  expect(only(report, rule).message).toContain(mentions)
  expect(report.changes).toEqual([])
  expect(said(World.of().check({ [kmetal]: next }).report, ['error'])).toEqual([])
})

test.each([
  [
    'interface',
    'interface: bond0.210',
    'interface: bond1.210',
    'interface of provider network "provider2" changes from "bond0.210" to "bond1.210" while VpcClaim nova-dev/main uses it',
  ],
  [
    'vlanID',
    'interface: bond0.210\n        vlanID: 0',
    'interface: bond0.210\n        vlanID: 0 # as before',
    undefined,
  ],
  ['vlanID', 'interface: bond0.206\n        vlanID: 0', 'interface: bond0.206', undefined],
])(
  'the %s of a provider network in use moves its tenants, which is told',
  (field, from, to, message) => {
    const next = text.replace(from, to)
    expect(next).not.toBe(text)
    const { report } = World.of(nova).check({ [kmetal]: next })
    const moved = report.findings.filter(({ rule }) => rule === 'provider-network/moved')
    expect(moved.map((one) => [one.severity, one.message, one.field?.split('.').at(-1)])).toEqual(
      message === undefined ? [] : [['warning', message, field]],
    )
    expect(World.of().check({ [kmetal]: next }).report.verdict).toBe('accept')
  },
)

test('a provider subnet that only facts show in use may not be removed', () => {
  const facts = {
    holders: [{ address: '203.0.113.9', holder: 'OvnEip by-hand', subnet: 'ext-b' }],
  }
  const { report } = ask({ head: { [kmetal]: withoutB }, facts })
  expect(only(report, 'provider-subnet/in-use').message).toContain('OvnEip by-hand')
})

test('excluding an address that is held is a shrink', () => {
  const next = text.replace('excludeIPs: [203.0.113.1]', 'excludeIPs: [203.0.113.1, 203.0.113.30]')
  const { report } = World.of(nova).check({ [kmetal]: next })
  expect(only(report, 'pool/shrunk')).toMatchObject({
    severity: 'error',
    value: '203.0.113.30',
    at: { file: kmetal, line: 23 },
    field: 'spec.networking.providerNetworks[1].subnets[0].excludeIPs[1]',
    message: 'pool "ext-b" no longer has 203.0.113.30, which EipClaim nova-dev/web holds',
  })
})

const half = text.replace('172.21.208.100-172.21.208.250', '172.21.208.100-172.21.208.199')

test('a pool may not shrink below what a cluster holds (M-077)', () => {
  const held = {
    'environments/photon-prod/solar.yaml': cluster('solar', { address: '172.21.208.210' }),
  }
  const { report } = photon(held).check({ [kmetal]: half })
  expect(only(report, 'pool/shrunk').message).toBe(
    'pool "tenant-cp-pool" no longer has 172.21.208.210, which Cluster photon-prod/solar holds',
  )
  expect(said(photon().check({ [kmetal]: half }).report, ['error'])).toEqual([])
})

test('what a pool gives up is told, the louder where nobody looked at the Services (M-079)', () => {
  const said = (complete: readonly string[], next = half) =>
    only(ask({ head: { [kmetal]: next }, facts: { complete } }).report, 'pool/range-removed')
  expect(said([])).toMatchObject({
    severity: 'warning',
    message:
      'pool "tenant-cp-pool" no longer has "172.21.208.200-172.21.208.250", and no cluster has reported which Services have an address of it',
    at: { file: kmetal, line: 26 },
    field: 'spec.networking.loadBalancer.tenantControlPlanes.addresses',
  })
  expect(said(['Service'])).toMatchObject({
    severity: 'info',
    message: 'pool "tenant-cp-pool" no longer has "172.21.208.200-172.21.208.250"',
  })
})

test('a pool that is gone is told, too', () => {
  const management = text.replace(
    '    extraBlocked',
    '      management:\n        addresses: [172.21.204.200-172.21.204.250]\n    extraBlocked',
  )
  const { report } = World.of({ [kmetal]: management }).check({ [kmetal]: text })
  expect(only(report, 'pool/range-removed').message).toContain(
    'pool "mgmt-pool" no longer has "172.21.204.200-172.21.204.250"',
  )
})

test('another spelling of a pool gives nothing up', () => {
  const next = text.replace(
    '[172.21.208.100-172.21.208.250]',
    '[172.21.208.128-172.21.208.250, 172.21.208.100 - 172.21.208.127]',
  )
  expect(said(photon().check({ [kmetal]: next }).report)).toEqual([])
})

test('a range that is no longer blocked is told (M-029)', () => {
  const world = World.of({ [kmetal]: platformFile({ blocked: '[172.16.0.0/16, 10.9.0.0/24]' }) })
  const after = (blocked: string) => world.check({ [kmetal]: platformFile({ blocked }) }).report
  expect(only(after('[10.9.0.0/24]'), 'platform/unblocked')).toMatchObject({
    severity: 'warning',
    message: 'tenants are no longer kept away from "172.16.0.0/16"',
    at: { file: kmetal },
    field: 'spec.networking.extraBlockedEgressCIDRs',
  })
  expect(said(after('[172.16.0.0/12, 10.9.0.0/25, 10.9.0.128/25]'))).toEqual([])
})

test('nor below what LoadBalancer Services hold, as facts show (M-077) (M-079)', () => {
  const holders = [
    { address: '172.21.208.210', holder: 'Service shop/front' },
    { address: '172.21.208.110', holder: 'Service shop/back' },
  ]
  const { report } = ask({ head: { [kmetal]: half }, facts: { holders } })
  expect(only(report, 'pool/shrunk').value).toBe('172.21.208.210')
  expect(report.verdict).toBe('refuse')
})

test('nor below what was released and is not yet proven gone', () => {
  const solar = 'environments/photon-prod/solar.yaml'
  const world = photon({ [solar]: cluster('solar', { address: '172.21.208.210' }) })
  world.commit({ [solar]: undefined })
  expect(only(world.check({ [kmetal]: half }).report, 'pool/shrunk').value).toBe('172.21.208.210')
})

test('a pool that grows changes its object alone (M-076)', () => {
  const next = text.replace(
    '[172.21.208.100-172.21.208.250]',
    '[172.21.208.100-172.21.208.250, 172.21.209.10-172.21.209.20]',
  )
  const { report } = photon().check({ [kmetal]: next })
  expect(said(report)).toEqual([])
  expect(report.changes.map(({ path }) => path)).toEqual([
    'rendered/platform/kmetal-platform.yaml',
    'rendered/platform/metallb-tenant-cp-pool.yaml',
  ])
  const row = report.capacity.find(({ pool }) => pool === 'tenant-cp-pool')
  expect(row).toMatchObject({ size: '162', free: '162' })
})

test('a new provider subnet may not cover what a tenant has', () => {
  const networks = third.replaceAll('192.0.2.', '10.100.0.')
  const { report } = photon().check({ [kmetal]: platformFile({ networks }) })
  expect(only(report, 'provider-subnet/overlaps-claim').message).toBe(
    'provider subnet "ext-c" (10.100.0.0/24) overlaps SubnetClaim photon-prod/production (10.100.0.0/24)',
  )
  expect(report.changes).toEqual([])
})

test.each([
  ['gives more', text.replace('198.51.100.1..198.51.100.19', '198.51.100.1..198.51.100.9')],
  ['is no longer the default', text.replace('Subnet: ext-a', 'Subnet: ext-b')],
])('who holds an address of a segment that %s is shown to keep it', (_, next) => {
  const { report } = photon(nova).check({ [kmetal]: next })
  const rows = report.allocations.map(({ claim, address, origin }) => [claim, address, origin])
  expect(rows).toContainEqual(['EipClaim external', '198.51.100.22', 'kept'])
  expect(rows).toContainEqual(['EipClaim web', '198.51.100.24', 'kept'])
  const others = report.allocations.filter(({ environment }) => environment === 'nova-dev')
  expect(others).toHaveLength(next.includes('Subnet: ext-b') ? 2 : 0)
})

test('a KMetal that is gone takes nothing away', () => {
  const world = photon()
  const rendered = [...world.tree].filter(([path]) => path.startsWith('rendered/'))
  const { report } = world.check({ [kmetal]: undefined })
  expect(said(report)).toEqual(['error platform/missing'])
  expect(only(report, 'platform/missing')).not.toHaveProperty('field')
  expect(report.changes).toEqual([])
  world.commit({ [kmetal]: undefined, 'environments/photon-prod/more.yaml': eip('more') })
  expect(world.entry('EipClaim photon-prod/more')?.address).toBe('198.51.100.20')
  for (const [path, was] of rendered) expect(world.tree.get(path)).toBe(was)
})

const faulty = text.replace('172.21.208.100-172.21.208.250', '198.51.100.200-198.51.100.210')

test('a faulty platform keeps the last good one, and claims go on', () => {
  const world = photon()
  const platform = () => [...world.tree].filter(([path]) => path.startsWith('rendered/platform/'))
  const before = platform()
  const more = { [kmetal]: faulty, 'environments/photon-prod/more.yaml': eip('more') }
  expect(said(world.check(more).report)).toContain('error pool/overlaps-provider')
  world.commit(more)
  expect(platform()).toEqual(before)
  expect(world.entry('EipClaim photon-prod/more')?.phase).toBe('held')
  expect(world.objects).toContain('OvnEip photon-prod-more')
})

test('of a first platform that is faulty nothing is rendered', () => {
  const world = new World({ [kmetal]: faulty, 'environments/photon-prod/c.yaml': closedVpc })
  world.commit()
  expect(world.said).toContain('error pool/overlaps-provider')
  const platform = () =>
    [...world.tree.keys()].filter((path) => /^rendered\/platform\/(?!crd-)/.test(path))
  expect(platform()).toEqual([])
  world.commit({ [kmetal]: text })
  expect(platform()).not.toEqual([])
})

test('without any platform a claim waits or is refused, and nothing crashes', () => {
  const world = new World({
    'environments/photon-prod/c.yaml': documents(vpc, subnet('a', '10.0.0.0/24'), eip('w')),
  })
  world.commit({ [kmetal]: undefined })
  expect(world.objects).toEqual([])
  expect(world.said.some((one) => one.startsWith('error'))).toBe(true)
})

test.each(['peers: []', 'bgp: {}', 'bgpPeers: []', 'mode: bgp'])(
  'layer 2 is the only mode: "%s" is an unknown field of the networking (M-054)',
  (field) => {
    const next = text.replace('    loadBalancer:\n', `    loadBalancer:\n      ${field}\n`)
    const { report } = photon().check({ [kmetal]: next })
    const key = field.slice(0, field.indexOf(':'))
    expect(report.verdict).toBe('refuse')
    expect(
      report.findings.some((one) => one.severity === 'error' && one.field?.endsWith(key)),
    ).toBe(true)
    const pool = text.replace(
      '      tenantControlPlanes:\n',
      `      tenantControlPlanes:\n        ${field}\n`,
    )
    expect(photon().check({ [kmetal]: pool }).report.verdict).toBe('refuse')
    const networking = text.replace('  networking:\n', `  networking:\n    ${field}\n`)
    expect(photon().check({ [kmetal]: networking }).report.verdict).toBe('refuse')
  },
)

test('a pool off the segments of the nodes is warned about, where those are known (M-056)', () => {
  const settings = (nodes: string) => ({ 'netclaim.yaml': `cluster: {nodes: [${nodes}]}\n` })
  const say = (nodes: string) => said(photon().check(settings(nodes)).report)
  expect(say('')).toEqual([])
  expect(say('172.21.204.0/22, 172.21.208.0/24')).toEqual([])
  expect(say('172.21.204.0/22')).toEqual(['warning pool/off-segment'])
  expect(say('172.21.208.0/25')).toEqual(['warning pool/off-segment'])
  const { report } = photon().check(settings('172.21.208.0/25'))
  expect(only(report, 'pool/off-segment')).toMatchObject({
    at: { file: kmetal },
    message:
      '"172.21.208.100-172.21.208.250" in tenant-cp-pool has 172.21.208.128-172.21.208.250, which is on none of the segments of the nodes (172.21.208.0/25)',
  })
})

test('an unused default is free to change for those who come later', () => {
  const next = text.replace('defaultProviderSubnet: ext-a', 'defaultProviderSubnet: ext-b')
  const world = World.of({ [kmetal]: next, 'environments/nova-dev/c.yaml': vpc })
  expect(addresses(world.check({ 'environments/nova-dev/e.yaml': eip('e') }).report)).toEqual({
    'nova-dev/e': '203.0.113.3',
    'nova-dev/external': '203.0.113.2',
  })
  expect(world.facts).toBe(noFacts)
})

test('an excluded range that covers what is held is shown as it is written', () => {
  const next = text.replace(
    'excludeIPs: [203.0.113.1]',
    'excludeIPs: [203.0.113.1, 203.0.113.20..203.0.113.40]',
  )
  expect(only(World.of(nova).check({ [kmetal]: next }).report, 'pool/shrunk')).toMatchObject({
    field: 'spec.networking.providerNetworks[1].subnets[0].excludeIPs[1]',
    value: '203.0.113.20..203.0.113.40',
  })
})

test('one uses a provider subnet, several use it', () => {
  const several = only(
    World.of(nova).check({ [kmetal]: withoutB }).report,
    'provider-subnet/in-use',
  )
  expect(several.message).toMatch(/, .* still use it$/)
  const holders = [{ address: '203.0.113.9', holder: 'OvnEip by-hand', subnet: 'ext-b' }]
  const one = ask({ head: { [kmetal]: withoutB }, facts: { holders } }).report
  expect(only(one, 'provider-subnet/in-use').message).toMatch(/by-hand still uses it$/)
})

test('a change that takes the settings away is warned about, though nothing else changes', () => {
  const settings = { 'netclaim.yaml': 'grants: { providerNetworks: granted }\n' }
  const told = (base: Files, head: Files) =>
    check({ base: treeOf(base), head: treeOf(head), engine }).report.findings.map(
      ({ rule, severity }) => `${severity} ${rule}`,
    )
  const lost = ['warning change/settings-removed']
  expect(told(settings, {})).toEqual(lost)
  expect(told(settings, { 'netclaim.yaml/a.txt': 'a' })).toEqual(lost)
  expect(told({}, settings)).toEqual([])
  expect(told(settings, settings)).toEqual([])
})
