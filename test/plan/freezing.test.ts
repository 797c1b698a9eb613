import { describe, expect, test } from 'vitest'
import { applied, settle } from './cluster-of.ts'
import { acknowledgement, claim, claims, documents, platformFile } from './files.ts'
import { type Changes, engine, photon, World } from './world.ts'

const file = 'environments/photon-prod/claims.yaml'
const web = claim('EipClaim', 'web', '{type: nat, v4Ip: 198.51.100.24}')
const kmetal = 'platform/kmetal.yaml'
const blocked = platformFile({ blocked: '[10.99.0.0/16]' })
const VPC = 'rendered/environments/photon-prod/vpcclaim-main.yaml'

describe('an environment that cannot be read', () => {
  test.each<[string, Changes]>([
    ['no YAML', { [file]: 'a: [\n' }],
    [
      'a document of an unknown kind',
      { [file]: 'apiVersion: v1\nkind: Secret\nmetadata: {name: x}\n' },
    ],
    ['a claim without a name', { [file]: claims().replace('name: web', 'nam: web') }],
    [
      'a claim of another namespace',
      { [file]: claims().replace('name: web', 'name: web, namespace: x') },
    ],
    ['a claim twice', { 'environments/photon-prod/twice.yaml': web }],
    ['a kind in other letters', { [file]: claims().replace('kind: EipClaim', 'kind: eipclaim') }],
    [
      'a file beside that is no YAML, and the claims gone',
      { [file]: undefined, 'environments/photon-prod/b.yaml': '{' },
    ],
  ])('by %s keeps all its claims, and follows the platform', (_, changes) => {
    const world = photon()
    const { manifests, source } = world
    world.commit(changes)
    expect(world.said.some((one) => one.startsWith('error'))).toBe(true)
    expect(world.manifests).toEqual(manifests)
    expect(world.state.source).not.toBe(source)
    world.commit({ [kmetal]: blocked })
    expect(world.tree.get(VPC)).toContain('ip4.dst == 10.99.0.0/16')
    expect(world.objects).toEqual(photon().objects)
    settle(world)
    expect(world.objects).toEqual(photon().objects)
    world.commit({
      [file]: claims(),
      'environments/photon-prod/twice.yaml': undefined,
      'environments/photon-prod/b.yaml': undefined,
    })
    expect(world.said.filter((one) => one.startsWith('error'))).toEqual([])
    expect(world.objects).toEqual(photon().objects)
  })

  test('holds nobody else up', () => {
    const world = photon({ 'environments/nova/vpc.yaml': claim('VpcClaim', 'main') })
    world.commit({
      [file]: 'a: [\n',
      'environments/nova/s.yaml': claim('SubnetClaim', 's', '{cidrBlock: 10.0.0.0/24}'),
      'environments/zeta/vpc.yaml': claim('VpcClaim', 'main'),
    })
    expect(world.objects).toEqual(expect.arrayContaining(['Subnet nova-s', 'Vpc zeta']))
  })

  test('goes on with what was on its way out', () => {
    const world = photon({ 'environments/photon-prod/two.yaml': claim('EipClaim', 'two') })
    settle(world)
    world.commit({ 'environments/photon-prod/two.yaml': undefined })
    world.commit({ [file]: 'a: [\n' })
    settle(world)
    expect(world.entry('EipClaim photon-prod/two')).toBeUndefined()
    expect(world.objects).toEqual(photon().objects)
  })
})

describe('a frozen environment', () => {
  const b = 'environments/photon-prod/b.yaml'
  const faulty = documents(
    claim('SubnetClaim', 'beside', '{cidrBlock: 10.100.0.0/25}'),
    claim('SubnetClaim', 'one', '{cidrBlock: 10.101.0.0/24}'),
    claim('SubnetClaim', 'two', '{cidrBlock: 10.101.0.0/25}'),
    claim('EipClaim', 'taken', '{v4Ip: 198.51.100.24}'),
    claim('EipClaim', 'good'),
  )

  test('is told all that is wrong with what can be read, and gets nothing', () => {
    const world = photon()
    const { state, manifests } = world
    const errors = [
      'error eip/address-taken',
      'error subnet/overlap',
      'error subnet/overlap',
      'error yaml/syntax',
    ]
    const changes = { 'environments/photon-prod/a.yaml': 'a: [\n', [b]: faulty }
    const { findings, verdict } = world.check(changes).report
    const told = findings
      .filter(({ severity }) => severity === 'error')
      .map(({ rule }) => `error ${rule}`)
    expect([...new Set(told), verdict]).toEqual(expect.arrayContaining([...errors, 'refuse']))
    world.commit(changes)
    const said = world.said.filter((text) => text.startsWith('error')).toSorted()
    expect(said.filter((text) => text !== 'error yaml/syntax')).toEqual(errors.slice(0, 3))
    expect(world.state.books).toEqual(state.books)
    expect(world.state.pools).toEqual(state.pools)
    expect(world.manifests).toEqual(manifests)
  })

  test('takes nothing from others, whose turn came later', () => {
    const nova = {
      'environments/nova/c.yaml': documents(claim('VpcClaim', 'main', '{externalAccess: true}')),
    }
    const world = photon()
    world.commit({
      'environments/photon-prod/a.yaml': 'a: [\n',
      [b]: claim('EipClaim', 'x'),
      ...nova,
    })
    expect(world.entry('EipClaim nova/external')?.address).toBe('198.51.100.20')
    expect(world.entry('EipClaim photon-prod/x')).toBeUndefined()
  })

  test('is not told what only the file that cannot be read may hold', () => {
    const world = World.of()
    world.commit({ 'environments/photon-prod/a.yaml': 'a: [\n', [b]: claim('EipClaim', 'x') })
    expect([...new Set(world.said)]).toEqual(['error yaml/syntax'])
  })
})

describe('a claim with a wrong field', () => {
  test.each([
    ['SubnetClaim production', claims().replace('10.100.0.0/24', '10.100.0.0/33')],
    ['EipClaim web', claims().replace('v4Ip: 198.51.100.24', 'v4Ip: 198.51.100.024')],
    ['EipClaim web', claims().replace('type: nat', 'typ: nat')],
    ['VpcClaim main', claims().replace('externalAccess: true', 'externalAccess: yes')],
  ])('%s freezes itself alone', (key, text) => {
    const world = photon()
    const { objects } = world
    const entry = world.state.books.get('photon-prod')?.get(key)
    const more = { 'environments/photon-prod/more.yaml': claim('EipClaim', 'more') }
    world.commit({ [file]: text, ...more })
    expect(world.said.some((one) => one.startsWith('error'))).toBe(true)
    expect(world.state.books.get('photon-prod')?.get(key)).toEqual(entry)
    expect(world.objects).toEqual(
      [...objects, 'OvnEip photon-prod-more'].toSorted((a, b) => (a < b ? -1 : 1)),
    )
    world.commit({ [kmetal]: blocked })
    expect(world.tree.get(VPC)).toContain('10.99.0.0/16')
  })
})

describe('what concerns everybody', () => {
  test.each<[string, Changes]>([
    ['netclaim.yaml', { 'netclaim.yaml': 'a: [\n' }],
    ['a field of netclaim.yaml', { 'netclaim.yaml': 'brake: {releases: 1}\n' }],
    ['platform/', { 'platform/tenants/a.yaml': 'a: [\n' }],
    [
      'the KMetal object',
      { [kmetal]: platformFile().replace('198.51.100.0/24', '198.51.100.0/33') },
    ],
    ['acknowledgements/', { 'acknowledgements/a.yaml': 'a: [\n' }],
    [
      'an acknowledgement',
      { 'acknowledgements/a.yaml': acknowledgement('vpcs', 'a', ['VpcClaim a/main']) },
    ],
  ])('%s freezes everything, and the state goes on with the commit', (_, changes) => {
    const world = photon()
    settle(world)
    const { manifests, state } = world
    world.commit({
      ...changes,
      [file]: undefined,
      'environments/nova/vpc.yaml': claim('VpcClaim', 'main'),
    })
    expect(world.said.some((one) => one.startsWith('error'))).toBe(true)
    expect(world.manifests).toEqual(manifests)
    expect(world.state.source).toBe(world.source)
    expect({ ...world.state, source: '', generation: 0 }).toEqual({
      ...state,
      source: '',
      generation: 0,
    })
  })

  test('a KMetal object that is gone takes nothing away', () => {
    const world = photon()
    const { manifests } = world
    world.commit({
      [kmetal]: undefined,
      'environments/photon-prod/more.yaml': claim('EipClaim', 'more'),
    })
    expect(world.said).toContain('error platform/missing')
    expect(world.objects).toContain('OvnEip photon-prod-more')
    for (const [path, text] of manifests) expect([path, world.tree.get(path)]).toEqual([path, text])
  })

  test('an acknowledgement that came while all was frozen is spent', () => {
    const world = photon({ 'environments/zeta/v.yaml': claim('VpcClaim', 'main') })
    const vpcs = ['VpcClaim photon-prod/main']
    world.commit({
      'netclaim.yaml': 'a: [\n',
      'acknowledgements/a.yaml': acknowledgement('vpc', 'photon-prod', vpcs),
    })
    world.commit({ 'netclaim.yaml': undefined, [file]: undefined })
    expect(world.entry('VpcClaim photon-prod/main')?.heldBack).toEqual([
      { brake: 'vpc', subject: 'photon-prod' },
    ])
  })
})

describe('the engine that netclaim.yaml names', () => {
  test('is the only one that plans', () => {
    const world = photon()
    const before = world.tree
    const { report } = world.check({ 'netclaim.yaml': 'proof: ovn\nengine: "9.9.9"\n' })
    expect(report.verdict).toBe('refuse')
    expect(report.findings[0]?.at).toEqual({ file: 'netclaim.yaml', line: 2, column: 9 })
    const result = world.commit({ 'netclaim.yaml': 'engine: "9.9.9"\n', [file]: undefined })
    expect(result.commit).toBe(false)
    expect(world.finding('engine/other-version').message).toContain(`this is "${engine}"`)
    expect(world.tree).toBe(before)
    world.commit({ 'netclaim.yaml': `engine: "${engine}"\n`, [file]: claims() })
    expect(world.state.source).toBe(world.source)
  })
})

test('where netclaim.yaml names no engine, none plans on what a later one planned', () => {
  const world = photon()
  const later = world.tree.get('state.yaml')?.replace(/^engine: .*$/m, 'engine: "0.10.0"') ?? ''
  world.tree = new Map([...world.tree, ['state.yaml', later]])
  const before = world.tree
  expect(world.commit().commit).toBe(false)
  expect(world.finding('engine/other-version').message).toBe(
    `the state was planned by a later engine "0.10.0", this is "${engine}": nothing is allocated`,
  )
  expect(world.tree).toBe(before)
  world.commit({ 'netclaim.yaml': `proof: api\nengine: "${engine}"\n` })
  expect(world.state.engine).toBe(engine)
})

describe('a claim that was rejected', () => {
  const small = platformFile({
    excludes: '[198.51.100.1..198.51.100.21, 198.51.100.24..198.51.100.254]',
  })
  const two = documents(claim('VpcClaim', 'main', '{externalAccess: true}'), claim('EipClaim', 'a'))

  test('gets its due as soon as an address is free', () => {
    const world = World.of({ [kmetal]: small, 'environments/a/claims.yaml': two })
    settle(world)
    world.commit({ 'environments/b/claims.yaml': documents(two, claim('EipClaim', 'b')) })
    expect(world.entry('EipClaim b/a')).toMatchObject({
      phase: 'rejected',
      rejected: { rule: 'pool/full' },
    })
    world.commit({ 'environments/a/claims.yaml': two.slice(0, two.indexOf('---')) })
    expect(world.entry('EipClaim b/a')?.phase).toBe('rejected')
    world.report(applied(world))
    const held = ['a', 'b', 'external'].filter(
      (name) => world.entry(`EipClaim b/${name}`)?.phase === 'held',
    )
    expect(held).toHaveLength(1)
  })

  test('does not come back once it is gone from main', () => {
    const world = World.of({ [kmetal]: small, 'environments/a/claims.yaml': two })
    world.commit({ 'environments/b/claims.yaml': two })
    world.commit({ 'environments/b/claims.yaml': undefined })
    expect(world.entry('EipClaim b/a')).toBeUndefined()
  })
})

test('what freezes everything is named by its file, also in the commits that come after it', () => {
  const world = photon()
  const message =
    'netclaim.yaml cannot be used as it is: everything stays as it was, and nothing is allocated'
  world.commit({ 'netclaim.yaml': 'proof: api\nproof: api\n' })
  expect(world.finding('plan/frozen')).toMatchObject({ message, at: { file: 'netclaim.yaml' } })
  world.commit({ 'environments/zeta/vpc.yaml': claim('VpcClaim', 'main') })
  expect(world.finding('plan/frozen')).toMatchObject({ message, at: { file: 'netclaim.yaml' } })
})
