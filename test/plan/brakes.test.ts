import { describe, expect, test } from 'vitest'
import { settle } from './cluster-of.ts'
import { acknowledgement, claim, claims, cluster, documents, eips } from './files.ts'
import { photon, World } from './world.ts'

const vpc = claim('VpcClaim', 'main', '{externalAccess: true}')
const file = (namespace: string) => `environments/${namespace}/eips.yaml`
const ackFile = 'acknowledgements/a.yaml'
const name = (n: number, namespace: string) =>
  `EipClaim ${namespace}/eip-${String(n).padStart(2, '0')}`

/** Environments with a VPC and as many EipClaims as told each. */
function world(counts: Readonly<Record<string, number>>): World {
  const files = Object.entries(counts).flatMap(([namespace, count]) => [
    [`environments/${namespace}/vpc.yaml`, vpc],
    ...(count === 0 ? [] : [[file(namespace), eips(count)]]),
  ])
  const made = World.of(Object.fromEntries(files) as Record<string, string>)
  settle(made)
  return made
}

function heldBack(made: World): readonly string[] {
  return [...made.state.books].flatMap(([namespace, book]) =>
    [...book.values()].flatMap((entry) =>
      entry.heldBack ? [`${entry.kind} ${namespace}/${entry.name}`] : [],
    ),
  )
}

const brakesOf = (made: World) =>
  made.findings
    .filter(({ rule }) => rule === 'brake/held-back')
    .map(({ value = '' }) => value)
    .toSorted((a, b) => (a < b ? -1 : 1))

test('a brake that holds one claim back speaks of one', () => {
  const made = world({ a: 1 })
  made.commit({ 'environments/a/vpc.yaml': undefined })
  expect(made.finding('brake/held-back').message).toMatch(
    /VpcClaim a\/main stays until an acknowledgement names it$/,
  )
})

describe('the brake on many releases', () => {
  test('lets 10 go, and holds 11 back', () => {
    const free = world({ a: 40 })
    free.commit({ [file('a')]: eips(30, 10) })
    expect(brakesOf(free)).toEqual([])
    const made = world({ a: 60 })
    const { report } = made.check({ [file('a')]: eips(49, 11) })
    expect(report.verdict).toBe('refuse')
    made.commit({ [file('a')]: eips(49, 11) })
    expect(brakesOf(made)).toEqual(['releases *'])
    expect(made.finding('brake/held-back').message).toMatch(
      /^11 live allocations would be released, the limit is 10: EipClaim a\/eip-00, /,
    )
    expect(heldBack(made)).toHaveLength(11)
    expect(made.objects).toContain('OvnEip a-eip-00')
  })

  test('holds only the deletions back, the rest of the commit goes on', () => {
    const made = world({ a: 60 })
    made.commit({
      [file('a')]: eips(49, 11),
      'environments/a/new.yaml': claim('EipClaim', 'new'),
      'environments/b/vpc.yaml': vpc,
    })
    expect(made.entry('EipClaim a/new')?.phase).toBe('held')
    expect(made.objects).toContain('Vpc b')
    expect(heldBack(made)).toHaveLength(11)
  })

  test('holds in later commits, and while the cluster reports', () => {
    const made = world({ a: 60 })
    made.commit({ [file('a')]: eips(49, 11) })
    for (let round = 0; round < 3; round += 1) {
      made.commit({ [`environments/b/${round}.yaml`]: claim('EipClaim', `x${round}`) })
      settle(made)
    }
    expect(heldBack(made)).toHaveLength(11)
    // Not the doing of the commits after it, yet not forgotten.
    expect(made.said).toContain('info brake/held-back')
    made.commit({ [file('a')]: eips(60) })
    expect(heldBack(made)).toEqual([])
    expect(brakesOf(made)).toEqual([])
  })

  test('counts subnets and pinned control planes, not clusters without one', () => {
    const subnet = (n: number) => claim('SubnetClaim', `s${n}`, `{cidrBlock: 10.${n}.0.0/24}`)
    const all = Array.from({ length: 11 }, (_, n) => n)
    const few = { 'netclaim.yaml': 'brakes: {sharePercent: 100}\n' }
    const made = World.of({
      ...few,
      'environments/a/vpc.yaml': vpc,
      'environments/a/s.yaml': documents(...all.map(subnet)),
    })
    made.commit({ 'environments/a/s.yaml': undefined })
    expect(brakesOf(made)).toEqual(['releases *'])
    const plain = World.of({
      ...few,
      'environments/a/vpc.yaml': vpc,
      'environments/a/c.yaml': documents(...all.map((n) => cluster(`c${n}`))),
    })
    plain.commit({ 'environments/a/c.yaml': undefined })
    expect(brakesOf(plain)).toEqual([])
    const pinned = documents(
      ...all.map((n) => cluster(`c${n}`, { address: `172.21.208.${110 + n}` })),
    )
    const planes = World.of({
      ...few,
      'environments/a/vpc.yaml': vpc,
      'environments/a/c.yaml': pinned,
    })
    planes.commit({ 'environments/a/c.yaml': undefined })
    expect(brakesOf(planes)).toEqual(['releases *'])
  })
})

describe('the brake on a share', () => {
  test.each([
    [3, 3, []],
    [13, 4, []],
    [12, 4, ['environment a']],
    [19, 6, []],
    [18, 6, ['environment a']],
  ])(
    'of an environment with %i EipClaims and its egress address that loses %i: %j',
    (count, lost, brakes) => {
      const made = world({ a: count, b: 100 })
      made.commit({ [file('a')]: count === lost ? undefined : eips(count - lost, lost) })
      expect(brakesOf(made)).toEqual(brakes)
    },
  )

  test.each([
    [5, 5, []],
    [4, 5, ['pool ext-a']],
  ])('of a pool with 5 times %i addresses of which %i go', (each, lost, brakes) => {
    const made = world({ a: each - 1, b: each - 1, c: each - 1, d: each - 1, e: each - 1 })
    const one = ['a', 'b', 'c', 'd', 'e']
      .slice(0, lost)
      .map((ns) => [file(ns), each === 2 ? undefined : eips(each - 2, 1)])
    const settings = ['netclaim.yaml', 'brakes: {sharePercent: 24}\n']
    made.commit(Object.fromEntries([...one, settings]) as Record<string, string>)
    expect(brakesOf(made)).toEqual(brakes)
  })

  test('does not count strangers of the pool as live', () => {
    const made = world({ a: 3, b: 3, c: 3 })
    const strangers = Array.from({ length: 50 }, (_, n) => ({
      address: `198.51.100.${100 + n}`,
      holder: `OvnEip by-hand-${n}`,
      subnet: 'ext-a',
    }))
    made.report({ ...made.facts, holders: [...made.facts.holders, ...strangers] })
    const changes = { [file('a')]: eips(1), [file('b')]: eips(1) }
    made.commit(changes)
    expect(brakesOf(made)).toEqual(['pool ext-a'])
    expect(made.finding('brake/held-back').message).toContain(
      '4 of 12 live allocations of pool "ext-a"',
    )
  })
})

describe('the brake on a VPC', () => {
  const path = 'environments/photon-prod/claims.yaml'
  const rest = claims().slice(claims().indexOf('---') + 4)

  test('holds it with its egress address, and lets the others go', () => {
    const made = photon({ 'environments/zeta/vpc.yaml': vpc })
    settle(made)
    made.commit({ [path]: undefined })
    expect(brakesOf(made)).toEqual(['vpc photon-prod'])
    expect(heldBack(made)).toEqual(['VpcClaim photon-prod/main'])
    expect(made.entry('EipClaim photon-prod/web')?.phase).toBe('tombstone')
    expect(made.entry('SubnetClaim photon-prod/production')?.phase).toBe('releasing')
    expect(made.entry('EipClaim photon-prod/external')?.phase).toBe('held')
    settle(made)
    expect(made.objects).toContain('Vpc photon-prod')
    expect(made.objects).toContain('OvnEip photon-prod-ext-a')
    made.commit({ [path]: documents(vpc, rest) })
    settle(made)
    expect(made.objects).toContain('Subnet photon-prod-production')
  })

  test('lets go what an acknowledgement of this commit names, by its exact name', () => {
    const made = photon({ 'environments/zeta/vpc.yaml': vpc })
    for (const wrong of [
      acknowledgement('vpc', 'zeta', ['VpcClaim photon-prod/main']),
      acknowledgement('vpc', 'photon-prod', ['VpcClaim photon-prod/mai']),
      acknowledgement('environment', 'photon-prod', ['VpcClaim photon-prod/main']),
    ]) {
      made.commit({ [path]: undefined, [ackFile]: wrong })
      expect(made.entry('VpcClaim photon-prod/main')?.phase).toBe('held')
    }
    made.commit({ [ackFile]: acknowledgement('vpc', 'photon-prod', ['VpcClaim photon-prod/main']) })
    expect(made.entry('VpcClaim photon-prod/main')?.phase).toBe('releasing')
  })
})

describe('an acknowledgement', () => {
  const names = Array.from({ length: 11 }, (_, n) => name(n, 'a'))
  const ack = acknowledgement('releases', '*', names)

  test('lets go in the commit that adds it, and its digest is kept', () => {
    const made = world({ a: 60 })
    expect(made.check({ [file('a')]: eips(49, 11), [ackFile]: ack }).report.verdict).toBe('accept')
    made.commit({ [file('a')]: eips(49, 11), [ackFile]: ack })
    expect(brakesOf(made)).toEqual([])
    expect(made.state.spent).toHaveLength(1)
    expect(made.tree.get('state.yaml')).toContain(made.state.spent[0])
  })

  test('lets nothing go that it does not name', () => {
    const made = world({ a: 60 })
    made.commit({
      [file('a')]: eips(49, 11),
      [ackFile]: acknowledgement('releases', '*', names.slice(0, 4)),
    })
    expect(heldBack(made)).toEqual(names.slice(4))
    expect(made.finding('brake/held-back').message).toContain(`${names[4]}`)
  })

  test('is spent afterwards, also as another file, with comments, in another order', () => {
    const made = world({ a: 60 })
    made.commit({ [ackFile]: ack })
    const again = `# once more\n${acknowledgement('releases', '*', names.toReversed())}`
    for (const changes of [
      {},
      { [ackFile]: undefined },
      { [ackFile]: ack },
      { [ackFile]: undefined, 'acknowledgements/b.yaml': again },
    ]) {
      made.commit({ ...changes, [file('a')]: eips(49, 11) })
      expect(heldBack(made)).toEqual(names)
    }
    expect(made.state.spent).toHaveLength(1)
    expect(made.finding('brake/held-back').message).toContain('acknowledgement "releases" is spent')
  })

  test('of an earlier brake lets go later', () => {
    const made = world({ a: 60 })
    made.commit({ [file('a')]: eips(49, 11) })
    made.commit({ [ackFile]: ack })
    expect(heldBack(made)).toEqual([])
    settle(made)
    expect(made.objects).not.toContain('OvnEip a-eip-00')
  })

  test('that lets a part go leaves the others held, though they are few by then', () => {
    const made = world({ a: 60 })
    made.commit({ [file('a')]: eips(49, 11) })
    made.commit({ [ackFile]: acknowledgement('releases', '*', names.slice(0, 8)) })
    settle(made)
    expect(heldBack(made)).toEqual(names.slice(8))
    made.plan()
    expect(brakesOf(made)).toEqual(['releases *'])
  })
})

describe('the hint of a brake', () => {
  test('is a file that works when it is pasted, one for each brake', () => {
    const long = 'a-long-name-of-an-environment-that-is-as-long-as-it-go'
    for (const namespace of ['a', long]) {
      const made = world({ [namespace]: 12, zeta: 0 })
      const gone = {
        [file(namespace)]: undefined,
        [`environments/${namespace}/vpc.yaml`]: undefined,
      }
      made.commit(gone)
      expect(brakesOf(made)).toEqual([
        `environment ${namespace}`,
        'pool ext-a',
        'releases *',
        `vpc ${namespace}`,
      ])
      const files = made.findings.map(({ hint = '' }) => {
        const [first = '', ...rest] = hint.split('\n')
        return [/add (\S+\.yaml):$/.exec(first)?.[1] ?? '', rest.join('\n')]
      })
      expect(files.map(([path]) => path)).toContain('acknowledgements/releases-all.yaml')
      made.commit(Object.fromEntries(files) as Record<string, string>)
      expect(made.said).toEqual([])
      settle(made)
      expect(made.objects).toEqual(['OvnEip zeta-ext-a', 'Vpc zeta'])
    }
  })
})

describe('the brake on everything', () => {
  test('holds when nothing would be left, also of a repository that is small', () => {
    const made = World.of({ 'environments/a/v.yaml': claim('VpcClaim', 'main') })
    made.commit({ 'environments/a/v.yaml': undefined })
    expect(brakesOf(made)).toEqual(['everything *', 'vpc a'])
    expect(made.objects).toEqual(['Vpc a'])
  })

  test('lets go what it is told, when all brakes are', () => {
    const made = World.of({ 'environments/a/v.yaml': claim('VpcClaim', 'main') })
    made.commit({
      'environments/a/v.yaml': undefined,
      'acknowledgements/a.yaml': acknowledgement('everything', '*', ['VpcClaim a/main']),
      'acknowledgements/b.yaml': acknowledgement('vpc', 'a', ['VpcClaim a/main']),
    })
    expect(made.objects).toEqual([])
  })

  test('does not hold where one claim is left, or comes', () => {
    const one = {
      'environments/a/v.yaml': claim('VpcClaim', 'main'),
      'environments/a/s.yaml': claim('SubnetClaim', 's', '{cidrBlock: 10.0.0.0/24}'),
    }
    const made = World.of(one)
    made.commit({ 'environments/a/s.yaml': undefined })
    expect(brakesOf(made)).toEqual([])
  })
})

test('an acknowledgement that allows what does not go says so', () => {
  const world = photon({ 'environments/photon-prod/two.yaml': claim('EipClaim', 'two') })
  const names = ['EipClaim photon-prod/two', 'EipClaim photon-prod/tow', 'EipClaim photon-prod/web']
  world.commit({
    'environments/photon-prod/two.yaml': undefined,
    'acknowledgements/a.yaml': acknowledgement('environment', 'photon-prod', names),
  })
  expect(world.said).toContain('info acknowledgement/not-leaving')
  expect(world.finding('acknowledgement/not-leaving')).toMatchObject({
    at: { file: 'acknowledgements/a.yaml', line: 7 },
    message:
      'Acknowledgement "environment" allows EipClaim photon-prod/tow, EipClaim photon-prod/web, which do not go',
    value: 'EipClaim photon-prod/tow',
  })
  world.commit()
  expect(world.said).not.toContain('info acknowledgement/not-leaving')
})
