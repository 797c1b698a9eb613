import { describe, expect, test } from 'vitest'
import { claim, claims, cluster, documents } from './files.ts'
import { photon, World } from './world.ts'

const file = 'environments/photon-prod/one.yaml'

/** One claim beside photon-prod's own, held. */
function holding(text: string): World {
  return photon({ [file]: text })
}

const subnet = (spec: string) =>
  claim('SubnetClaim', 'second', `{cidrBlock: 10.101.0.0/24${spec === '' ? '' : `, ${spec}`}}`)
const eip = (spec: string) => claim('EipClaim', 'second', spec)

describe('an edit of what is held', () => {
  test.each<[string, string, string, string]>([
    [
      'cidrBlock',
      subnet(''),
      subnet('').replace('/24', '/23'),
      '"10.101.0.0/24" and cannot be changed to "10.101.0.0/23"',
    ],
    [
      'gateway',
      subnet('gateway: 10.101.0.1'),
      subnet('gateway: 10.101.0.2'),
      '"10.101.0.1" and cannot be changed to "10.101.0.2"',
    ],
    [
      'excludeIps',
      subnet('excludeIps: [10.101.0.9]'),
      subnet('excludeIps: [10.101.0.8]'),
      '10.101.0.8',
    ],
    [
      'enableSnatRule',
      subnet(''),
      subnet('enableSnatRule: true'),
      'false and cannot be changed to true',
    ],
    ['attachment', subnet(''), subnet('attachment: {managed: false}'), '"managed":false'],
    ['attachment', subnet('attachment: {name: a}'), subnet('attachment: {name: b}'), '"name":"b"'],
    [
      'v4Ip',
      eip('{v4Ip: 198.51.100.30}'),
      eip('{v4Ip: 198.51.100.31}'),
      '"198.51.100.30" and cannot be changed to "198.51.100.31", it holds 198.51.100.30',
    ],
    [
      'v4Ip',
      eip('{}'),
      eip('{v4Ip: 198.51.100.31}'),
      'absent and cannot be changed to "198.51.100.31", it holds 198.51.100.20',
    ],
    [
      'v4Ip',
      eip('{v4Ip: 198.51.100.30}'),
      eip('{}'),
      '"198.51.100.30" and cannot be changed to absent',
    ],
    ['type', eip('{type: nat}'), eip('{type: lrp}'), '"nat" and cannot be changed to "lrp"'],
    [
      'clusterSelector',
      eip('{}'),
      eip('{clusterSelector: {matchLabels: {a: b}}}'),
      'absent and cannot be changed to',
    ],
  ])(
    'of %s is refused and says from what to what, and the way out (M-012, M-133, M-167)',
    (field, before, after, words) => {
      const world = holding(before)
      const [manifests, entry] = [world.manifests, world.entry(nameOf(before))]
      const { report } = world.check({ [file]: after })
      expect(report.verdict).toBe('refuse')
      expect(report.changes).toEqual([])
      world.commit({ [file]: after })
      const finding = world.finding('claim/immutable')
      expect(finding.severity).toBe('error')
      expect(finding.field).toBe(`spec.${field}`)
      expect(finding.message).toContain(words)
      expect(finding.hint).toMatch(/add (another|a second)/)
      expect(finding.at?.file).toBe(file)
      expect(world.entry(nameOf(before))).toEqual(entry)
      expect(world.manifests).toEqual(manifests)
    },
  )

  test.each<[string, string, string]>([
    ['spec.externalAccess', '{externalAccess: false}', '{}'],
    [
      'spec.providerNetworkRef.name',
      '{externalAccess: true, providerNetworkRef: {name: provider2}}',
      '{}',
    ],
    [
      'metadata.annotations["network.kmetal.io/provider-network-subnet"]',
      '{externalAccess: true}',
      '{network.kmetal.io/provider-network-subnet: ext-b}',
    ],
  ])(
    'of %s of a VPC is refused: a tenant moves to another network by no edit (M-012, M-101)',
    (field, spec, annotations) => {
      const world = photon()
      const rest = claims().slice(claims().indexOf('---'))
      world.commit({
        'environments/photon-prod/claims.yaml': claim('VpcClaim', 'main', spec, annotations) + rest,
      })
      const found = world.findings.filter(({ rule }) => rule === 'claim/immutable')
      expect(found.map((one) => one.field)).toContain(field)
      expect(found[0]?.hint).toContain('everything attached to it')
      expect(world.entry('VpcClaim photon-prod/main')).toMatchObject({
        spec: { externalAccess: true },
        externalSubnet: 'ext-a',
      })
    },
  )

  test('of the pinned address of a control plane is refused (M-072)', () => {
    const world = photon({ [file]: cluster('solar', { address: '172.21.208.104' }) })
    expect(world.entry('Cluster photon-prod/solar')?.address).toBe('172.21.208.104')
    world.commit({ [file]: cluster('solar', { address: '172.21.208.105' }) })
    const finding = world.finding('cluster/address-permanent')
    expect(finding.message).toContain('"172.21.208.104" and cannot be changed to "172.21.208.105"')
    expect(world.entry('Cluster photon-prod/solar')?.address).toBe('172.21.208.104')
    world.commit({ [file]: cluster('solar') })
    expect(world.said).toContain('error cluster/address-permanent')
  })

  test('of anything else about a cluster is none', () => {
    const world = photon({ [file]: cluster('solar', { address: '172.21.208.104' }) })
    world.commit({ [file]: cluster('solar', { subnet: 'production', address: '172.21.208.104' }) })
    expect(world.said.filter((one) => one.startsWith('error'))).toEqual([])
    expect(world.entry('Cluster photon-prod/solar')?.spec).toMatchObject({ subnet: 'production' })
  })
})

describe('no change at all', () => {
  const elsewhere = { [file]: undefined, 'environments/photon-prod/deep/er/two.yml': eip('{}') }
  test.each<[string, string, Readonly<Record<string, string | undefined>>]>([
    [
      'another spelling of a block',
      subnet('').replace('10.101.0.0/24', '"10.101.0.0/24"'),
      { [file]: subnet('') },
    ],
    ['a gateway that is the default', subnet(''), { [file]: subnet('gateway: 10.101.0.1') }],
    ['a protocol that is the default', subnet(''), { [file]: subnet('protocol: IPv4') }],
    [
      'the gateway among the excludes',
      subnet('gateway: 10.101.0.1'),
      { [file]: subnet('excludeIps: [10.101.0.1]') },
    ],
    [
      'excludes in another order',
      subnet('excludeIps: [10.101.0.9, 10.101.0.4]'),
      { [file]: subnet('excludeIps: [10.101.0.4, 10.101.0.9]') },
    ],
    [
      'excludes as a range',
      subnet('excludeIps: [10.101.0.4, 10.101.0.5]'),
      { [file]: subnet('excludeIps: [10.101.0.4..10.101.0.5]') },
    ],
    [
      'an attachment that is the default',
      subnet(''),
      { [file]: subnet('attachment: {managed: true, name: second-net}') },
    ],
    ['a type that is the default', eip('{}'), { [file]: eip('{type: nat}') }],
    ['a selector that selects all', eip('{}'), { [file]: eip('{clusterSelector: {}}') }],
    ['a spec that is left out', eip('{}'), { [file]: eip('{}').replace('spec: {}\n', '') }],
    [
      'a namespace written out',
      eip('{}'),
      { [file]: eip('{}').replace('name: second', 'name: second, namespace: photon-prod') },
    ],
    ['another file, deeper down', eip('{}'), elsewhere],
    [
      'other annotations and labels',
      eip('{}'),
      { [file]: eip('{}').replace('annotations: {}', 'annotations: {a: b}, labels: {c: d}') },
    ],
    ['comments', eip('{}'), { [file]: `# ours\n${eip('{}')}` }],
  ])('is %s', (_, before, changes) => {
    const world = holding(before)
    const { report } = world.check(changes)
    expect(report.findings.filter(({ severity }) => severity !== 'info')).toEqual([])
    expect(report.changes).toEqual([])
    const books = world.state.books
    world.commit(changes)
    expect(world.state.books).toEqual(books)
  })

  test('is the implicit egress address written out, with its address or without', () => {
    const vpc = {
      'environments/nova/vpc.yaml': claim('VpcClaim', 'main', '{externalAccess: true}'),
    }
    for (const spec of ['{type: lrp}', '{type: lrp, v4Ip: 198.51.100.20}']) {
      const world = World.of(vpc)
      expect(world.entry('EipClaim nova/external')).toMatchObject({
        origin: 'implicit',
        address: '198.51.100.20',
      })
      const { report } = world.check({
        'environments/nova/e.yaml': claim('EipClaim', 'external', spec),
      })
      expect([report.verdict, report.changes]).toEqual(['accept', []])
      world.commit({ 'environments/nova/e.yaml': claim('EipClaim', 'external', spec) })
      expect(world.entry('EipClaim nova/external')?.address).toBe('198.51.100.20')
    }
    const other = claim('EipClaim', 'external', '{type: lrp, v4Ip: 198.51.100.21}')
    const world = World.of(vpc)
    world.commit({ 'environments/nova/e.yaml': other })
    expect(world.finding('claim/immutable').message).toContain('it holds 198.51.100.20')
  })
})

describe('what is held', () => {
  test('stays when lower addresses come free, and when others come first by name', () => {
    const world = photon({ [file]: documents(claim('EipClaim', 'm'), claim('EipClaim', 'z')) })
    const z = world.entry('EipClaim photon-prod/z')?.address
    expect(z).toBe('198.51.100.21')
    world.commit({ [file]: documents(claim('EipClaim', 'a'), claim('EipClaim', 'z')) })
    world.plan({ neverApplied: true })
    world.commit({
      'environments/alpha/vpc.yaml': claim('VpcClaim', 'main', '{externalAccess: true}'),
    })
    expect(world.entry('EipClaim photon-prod/z')?.address).toBe(z)
    expect(world.entry('EipClaim photon-prod/a')?.address).toBe('198.51.100.23')
    expect(world.entry('EipClaim alpha/external')?.address).toBe('198.51.100.20')
  })

  test('stays on its segment when the default of the platform changes', () => {
    const world = photon()
    const text = world.files.get('platform/kmetal.yaml') ?? ''
    const objects = world.objects
    world.commit({ 'platform/kmetal.yaml': text.replace('Subnet: ext-a', 'Subnet: ext-b') })
    expect(world.objects).toEqual(objects)
    expect(world.entry('VpcClaim photon-prod/main')).toMatchObject({ externalSubnet: 'ext-a' })
  })

  test('is kept and rendered when a rule becomes stricter, and people are warned', () => {
    const spec = '{externalAccess: true, providerNetworkRef: {name: provider2}}'
    const world = World.of({ 'environments/nova/vpc.yaml': claim('VpcClaim', 'main', spec) })
    const { objects } = world
    world.commit({ 'netclaim.yaml': 'grants: {providerNetworks: granted}\n' })
    expect(world.said).toEqual(['warning vpc/provider-network-not-granted'])
    expect(world.entry('VpcClaim nova/main')).toMatchObject({
      phase: 'held',
      nonconforming: ['vpc/provider-network-not-granted'],
    })
    expect(world.objects).toEqual(objects)
    world.commit({ 'environments/nova/vpc.yaml': claim('VpcClaim', 'main', '{externalAccess: 7}') })
    expect(world.entry('VpcClaim nova/main')).toMatchObject({
      phase: 'held',
      nonconforming: ['vpc/provider-network-not-granted'],
    })
    world.commit({
      'environments/nova/vpc.yaml': claim('VpcClaim', 'main', spec),
      'netclaim.yaml': undefined,
    })
    expect(world.entry('VpcClaim nova/main')).not.toHaveProperty('nonconforming')
  })
})

function nameOf(text: string): string {
  return `${/kind: (\w+)/.exec(text)?.[1]} photon-prod/second`
}
