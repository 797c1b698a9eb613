import { expect, test } from 'vitest'
import { cluster, documents, platformFile } from '../plan/files.ts'
import { photon, World } from '../plan/world.ts'
import { ask, only, said } from './ask.ts'

const file = 'environments/photon-prod/solar.yaml'
const address = '172.21.208.104'
const solar = cluster('solar', { subnet: 'production', address })
const withMgmt = {
  'platform/kmetal.yaml': platformFile().replace(
    '    extraBlocked',
    '      management:\n        addresses: [172.21.204.200-172.21.204.250]\n    extraBlocked',
  ),
}

test('a cluster that names its control-plane address holds it (M-063) (M-040) (M-041)', () => {
  const world = photon()
  const { report } = world.check({ [file]: solar })
  expect(said(report)).toEqual([])
  expect(report.allocations).toContainEqual({
    environment: 'photon-prod',
    claim: 'Cluster solar',
    pool: 'tenant-cp-pool',
    address,
    origin: 'pinned',
  })
  expect(report.capacity).toContainEqual({
    pool: 'tenant-cp-pool',
    family: 'IPv4',
    size: '151',
    used: '1',
    free: '150',
    tombstoned: '0',
  })
  world.commit({ [file]: solar })
  expect(world.entry('Cluster photon-prod/solar')).toMatchObject({ phase: 'held', address })
})

test('the address of another cluster is refused, in any environment (M-063)', () => {
  const world = photon({ [file]: solar })
  const { report } = world.check({ 'environments/nova-dev/c.yaml': cluster('lunar', { address }) })
  expect(only(report, 'eip/address-taken')).toMatchObject({
    message: `control-plane address "${address}" is held by Cluster photon-prod/solar`,
    object: 'Cluster nova-dev/lunar',
    value: address,
    field: 'spec.topology.variables[1].value.network.serviceAddress',
    at: { file: 'environments/nova-dev/c.yaml', line: 11 },
    related: [{ at: { file } }],
  })
})

test('a cluster called otherwise is told how its control-plane address is handed over', () => {
  const world = photon({ [file]: solar })
  const renamed = { [file]: cluster('lunar', { subnet: 'production', address }) }
  expect(only(world.check(renamed).report, 'eip/address-taken')).toMatchObject({
    message: `control-plane address "${address}" is held by Cluster photon-prod/solar, which is not yet proven gone`,
    hint: 'to hand it over, add a Transfer from "Cluster photon-prod/solar" to "Cluster photon-prod/lunar" to this commit',
  })
})

test.each([
  ['Service shop/front', true],
  ['Service photon-prod/lunar', true],
  ['Service photon-prod/solar', false],
  ['Service photon-prod/solar-x7k2p', false],
])('an address that facts show with %s', (holder, isTaken) => {
  const { report } = ask({
    head: { 'environments/photon-prod/c.yaml': cluster('solar', { address }) },
    facts: { holders: [{ address, holder }] },
  })
  expect(said(report)).toEqual(isTaken ? ['error eip/address-taken'] : [])
  const row = report.capacity.find(({ pool }) => pool === 'tenant-cp-pool')
  expect(row).toMatchObject({ used: '1', free: '150' })
})

test('the address outside every pool is refused', () => {
  const { report } = photon().check({ [file]: cluster('solar', { address: '172.21.209.5' }) })
  expect(said(report)).toEqual(['error cluster/address-outside-pools'])
})

test('mgmt-pool serves the operators: no control plane gets an address of it (M-044)', () => {
  const pinned = cluster('solar', { address: '172.21.204.210' })
  const { report } = photon(withMgmt).check({ [file]: pinned })
  expect(said(report)).toEqual(['error cluster/address-in-management-pool'])
  expect(report.capacity.map(({ pool }) => pool)).toContain('mgmt-pool')
  const services = ask({
    base: withMgmt,
    head: { 'netclaim.yaml': 'kubeOvnVersion: 1.16.2\n' },
    facts: { holders: [{ address: '172.21.204.200', holder: 'Service kmetal-system/console' }] },
  }).report
  expect(services.capacity).toContainEqual({
    pool: 'mgmt-pool',
    family: 'IPv4',
    size: '51',
    used: '1',
    free: '50',
    tombstoned: '0',
  })
  expect(services.allocations).toContainEqual({
    environment: 'kmetal-system',
    claim: 'Service console',
    pool: 'mgmt-pool',
    address: '172.21.204.200',
    origin: 'foreign',
  })
})

test('a cluster joins a subnet by the name of the claim (M-143)', () => {
  const world = photon()
  expect(said(world.check({ [file]: cluster('solar', { subnet: 'production' }) }).report)).toEqual(
    [],
  )
  const together = {
    'environments/nova-dev/c.yaml': documents(
      cluster('lunar', { subnet: 'late' }),
      'apiVersion: network.kmetal.io/v1alpha1\nkind: SubnetClaim\nmetadata: {name: late}\nspec: {cidrBlock: 10.0.0.0/24}\n',
    ),
  }
  expect(said(world.check(together).report, ['error'])).toEqual([])
})

test('the name of the Kube-OVN Subnet is refused, with the right one beside it (M-144)', () => {
  const { report } = photon().check({
    [file]: cluster('solar', { subnet: 'photon-prod-production' }),
  })
  const found = only(report, 'cluster/unknown-subnet')
  expect(found.value).toBe('photon-prod-production')
  expect(found.hint).toContain('"production"')
})

const ranged = (pods: string) =>
  cluster('solar', { subnet: 'production' }).replace(
    'spec:\n',
    `spec:\n  clusterNetwork:\n    pods:\n      cidrBlocks: [${pods}]\n`,
  )

test('pods keep off the subnet that the machines are on', () => {
  const { report } = photon().check({ [file]: ranged('10.244.0.0/16, 10.100.0.0/16') })
  expect(only(report, 'cluster/ranges-overlap')).toMatchObject({
    message:
      'pods "10.100.0.0/16" overlap SubnetClaim "production" (10.100.0.0/24), where its machines are',
    value: '10.100.0.0/16',
    at: { file, line: 7 },
  })
  expect(said(photon().check({ [file]: ranged('10.100.1.0/24') }).report)).toEqual([])
})

test("another environment's subnet is none", () => {
  const { report } = photon().check({
    'environments/nova-dev/c.yaml': cluster('lunar', { subnet: 'production' }),
  })
  expect(only(report, 'cluster/unknown-subnet').object).toBe('Cluster nova-dev/lunar')
})

const typed = (annotations: string) =>
  cluster('solar')
    .replace('value: {}\n', 'value: {network: {}}\n')
    .replace(/value: \{\}\n$/, 'value: {network: {serviceType: LoadBalancer}}\n')
    .replace('{name: solar}', `{name: solar, annotations: ${annotations}}`)
    .replace('value: {network: {}}', 'value: {}')

test('a control plane without a pin is warned about, unless it names its pool (M-069) (M-068)', () => {
  const world = photon(withMgmt)
  const say = (annotations: string) => said(world.check({ [file]: typed(annotations) }).report)
  expect(say('{}')).toEqual(['warning cluster/address-not-pinned'])
  for (const prefix of ['metallb.universe.tf', 'metallb.io']) {
    expect(say(`{${prefix}/address-pool: tenant-cp-pool}`)).toEqual([])
    expect(say(`{${prefix}/address-pool: mgmt-pool}`)).toEqual(['error cluster/management-pool'])
    expect(say(`{${prefix}/address-pool: tenantControlPlanes}`)).toEqual([
      'error cluster/unknown-pool',
    ])
  }
})

test('of both prefixes metallb.io is the one that counts, which is said', () => {
  const both = (pool: string) =>
    `{metallb.io/address-pool: tenant-cp-pool, metallb.universe.tf/address-pool: ${pool}}`
  const { report } = photon(withMgmt).check({ [file]: typed(both('mgmt-pool')) })
  expect(said(report)).toEqual(['warning cluster/pool-twice'])
  expect(only(report, 'cluster/pool-twice').message).toBe(
    'metallb.universe.tf/address-pool "mgmt-pool" is not read beside metallb.io/address-pool "tenant-cp-pool"',
  )
  const same = photon(withMgmt).check({ [file]: typed(both('tenant-cp-pool')) }).report
  expect(said(same)).toEqual([])
})

test('a released control-plane address is given to nobody before it is gone', () => {
  const world = photon({ [file]: solar })
  world.commit({ [file]: undefined })
  const { report } = world.check({ 'environments/nova-dev/c.yaml': cluster('lunar', { address }) })
  expect(said(report)).toEqual(['error eip/address-taken'])
  const row = report.capacity.find(({ pool }) => pool === 'tenant-cp-pool')
  expect(row).toMatchObject({ used: '0', free: '150', tombstoned: '1' })
})

test('of two clusters that want one address the first by environment and name gets it', () => {
  const world = World.of({
    'environments/b/c.yaml': cluster('a', { address }),
    'environments/a/c.yaml': cluster('b', { address }),
  })
  expect(world.entry('Cluster a/b')?.phase).toBe('held')
  expect(world.entry('Cluster b/a')?.phase).toBe('rejected')
})

function ofType(serviceType: string): string {
  return solar.replace('{serviceAddress', `{serviceType: ${serviceType}, serviceAddress`)
}

test.each(['NodePort', 'ClusterIP'])('a %s takes no address from a pool', (serviceType) => {
  const world = photon({ [file]: ofType(serviceType) })
  expect(world.said).toContain('warning cluster/address-unused')
  expect(world.entry('Cluster photon-prod/solar')?.address).toBeUndefined()
  const other = { 'environments/nova-dev/c.yaml': cluster('lunar', { address }) }
  expect(said(world.check(other).report)).toEqual([])
  // What is not held cannot be slipped in past the judgement of new claims.
  const { report } = world.check({ [file]: ofType('LoadBalancer') })
  expect(only(report, 'cluster/address-permanent')).toMatchObject({
    field: 'spec.topology.variables[1].value.network.serviceType',
  })
})

test('a pinned control plane keeps the type of its Service', () => {
  const { report } = photon({ [file]: solar }).check({ [file]: ofType('NodePort') })
  expect(only(report, 'cluster/address-permanent').value).toBe('NodePort')
})

test('an address that was left open is pinned later, if nobody has it (M-068)', () => {
  const world = photon({
    [file]: cluster('solar'),
    'environments/nova-dev/c.yaml': cluster('lunar', { address: '172.21.208.105' }),
  })
  expect(world.entry('Cluster photon-prod/solar')?.address).toBeUndefined()
  world.commit({ [file]: solar.replace('.104', '.105') })
  expect(world.finding('eip/address-taken').message).toContain('Cluster nova-dev/lunar')
  expect(world.entry('Cluster photon-prod/solar')).toMatchObject({ phase: 'held' })
  world.commit({ [file]: solar })
  expect(world.said.filter((one) => one.startsWith('error'))).toEqual([])
  expect(world.entry('Cluster photon-prod/solar')).toMatchObject({ phase: 'held', address })
})

test('a later pin tells the address that the Service has, no other (M-072)', () => {
  const pinned = (seen: string) =>
    ask({
      base: { [file]: cluster('solar') },
      head: { [file]: cluster('solar', { address }) },
      facts: { holders: [{ address: seen, holder: 'Service photon-prod/solar' }] },
    }).report
  expect(said(pinned(address))).toEqual([])
  expect(only(pinned('172.21.208.130'), 'cluster/address-permanent')).toMatchObject({
    message: `control-plane address "${address}" is not the one that Service photon-prod/solar has: 172.21.208.130`,
    value: address,
    at: { file, line: 11 },
  })
})

test('an edited address is shown where it stands', () => {
  const { report } = photon({ [file]: solar }).check({ [file]: solar.replace('.104', '.105') })
  expect(only(report, 'cluster/address-permanent')).toMatchObject({
    at: { file, line: 11 },
    field: 'spec.topology.variables[1].value.network.serviceAddress',
    value: '172.21.208.105',
  })
})

test('a subnet that is none is shown where it is named', () => {
  const { report } = photon().check({ [file]: cluster('solar', { subnet: 'none' }) })
  expect(only(report, 'cluster/unknown-subnet')).toMatchObject({
    at: { file, line: 9 },
    field: 'spec.topology.variables[0].value.subnet',
    value: 'none',
  })
})

test.each([
  ['controlPlane', '{network: {serviceAddress: 172.21.208.105}}'],
  ['network', '{subnet: production}'],
])('a topology variable %s that stands twice is refused, and neither is used', (name, value) => {
  const twice = `${solar}      - name: ${name}\n        value: ${value}\n`
  const world = photon()
  const { report } = world.check({ [file]: twice })
  expect(said(report)).toEqual(['error cluster/variable-twice'])
  expect(only(report, 'cluster/variable-twice')).toMatchObject({
    at: { line: 12 },
    field: 'spec.topology.variables[2].name',
    value: name,
    related: [{ at: { line: name === 'network' ? 8 : 10 } }],
  })
  world.commit({ [file]: twice })
  expect(world.entry('Cluster photon-prod/solar')).toBeUndefined()
})
