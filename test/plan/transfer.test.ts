import { describe, expect, test } from 'vitest'
import { applied, settle } from './cluster-of.ts'
import { acknowledgement, claim, cluster, transfer } from './files.ts'
import { type Changes, World } from './world.ts'

const vpc = claim('VpcClaim', 'main', '{externalAccess: true}')
const move = 'acknowledgements/move.yaml'
const [old, fresh] = ['environments/old/web.yaml', 'environments/new/web.yaml']
const [from, to] = ['EipClaim old/web', 'EipClaim new/web']
const eip = (spec = '{}') => claim('EipClaim', 'web', spec)

/** Two environments; the old one has an address. */
function two(spec = '{v4Ip: 198.51.100.40}', more: Readonly<Record<string, string>> = {}): World {
  const world = World.of({
    'environments/old/vpc.yaml': vpc,
    'environments/new/vpc.yaml': vpc,
    [old]: eip(spec),
    ...more,
  })
  settle(world)
  return world
}

const file = { [move]: transfer(from, to) }

describe('a transfer', () => {
  test.each(['{}', '{v4Ip: 198.51.100.40}'])('moves an address to a claim that says %s', (spec) => {
    const world = two()
    const changes = { ...file, [old]: undefined, [fresh]: eip(spec) }
    expect(world.check(changes).report.verdict).toBe('accept')
    world.commit(changes)
    expect(world.said).toEqual([])
    expect(world.entry(from)).toBeUndefined()
    expect(world.entry(to)).toMatchObject({
      phase: 'held',
      origin: 'transferred',
      address: '198.51.100.40',
    })
    expect(world.objects).not.toContain('OvnEip new-web')
    expect(world.objects).not.toContain('OvnEip old-web')
    const facts = applied(world)
    world.report({ ...facts, objects: [...facts.objects, 'OvnEip old-web'] })
    expect(world.objects).not.toContain('OvnEip new-web')
    world.report(applied(world))
    expect(world.objects).toContain('OvnEip new-web')
    expect(world.state.pools.get('ext-a')?.counts.get('198.51.100.0')).toEqual({
      used: 3,
      leaving: 0,
    })
  })

  test('moves a control plane of a cluster', () => {
    const address = '172.21.208.104'
    const world = two('{}', { 'environments/old/c.yaml': cluster('solar', { address }) })
    world.commit({
      [move]: transfer('Cluster old/solar', 'Cluster new/solar'),
      'environments/old/c.yaml': undefined,
      'environments/new/c.yaml': cluster('solar', { address }),
    })
    expect(world.said).toEqual([])
    expect(world.entry('Cluster old/solar')).toBeUndefined()
    expect(world.entry('Cluster new/solar')).toMatchObject({ address, origin: 'transferred' })
  })

  test('is not held by a brake, and is spent', () => {
    const world = two('{}', { 'netclaim.yaml': 'brakes: {releases: 0}\n' })
    world.commit({ ...file, [old]: undefined, [fresh]: eip() })
    expect(world.said).toEqual([])
    expect(world.state.spent).toHaveLength(1)
    world.commit({ [old]: eip('{v4Ip: 198.51.100.50}'), [fresh]: undefined })
    expect(world.entry(to)?.heldBack).toEqual([{ brake: 'releases', subject: '*' }])
    world.commit({ [old]: undefined, [fresh]: eip() })
    expect(world.entry(to)?.address).toBe('198.51.100.22')
    expect(world.entry(from)?.address).toBe('198.51.100.50')
  })

  test('of what was moved goes back and forth', () => {
    const world = two()
    world.commit({ ...file, [old]: undefined, [fresh]: eip() })
    world.commit({ [move]: transfer(to, from), [fresh]: undefined, [old]: eip() })
    expect(world.said).toEqual([])
    settle(world)
    expect(world.entry(from)?.address).toBe('198.51.100.40')
    expect(world.objects).toContain('OvnEip old-web')
    expect(world.objects).not.toContain('OvnEip new-web')
  })

  test('that is taken back by a revert says that the address does not come along, and how it does', () => {
    const world = two('{}')
    world.commit({ ...file, [old]: undefined, [fresh]: eip() })
    settle(world)
    const revert = { [move]: undefined, [old]: eip(), [fresh]: undefined }
    const { report } = world.check(revert)
    const said = report.findings.find(({ rule }) => rule === 'transfer/taken-back')
    expect(said?.severity).toBe('warning')
    expect(said?.message).toBe(
      'EipClaim old/web comes back, and 198.51.100.22, which Transfer "move" gave to EipClaim new/web, goes with that one: it gets 198.51.100.23',
    )
    const [, ...text] = said?.hint?.split('\n') ?? []
    world.commit({ ...revert, 'acknowledgements/back.yaml': `${text.join('\n')}\n` })
    expect(world.said).toEqual([])
    expect(world.entry(from)?.address).toBe('198.51.100.22')
  })

  test('that is only tidied up says nothing', () => {
    const world = two('{}')
    world.commit({ ...file, [old]: undefined, [fresh]: eip() })
    world.commit({ [move]: undefined, [old]: eip() })
    expect(world.said).toEqual([])
    world.commit({ [old]: undefined, [fresh]: undefined })
    expect(world.said.filter((one) => one.includes('transfer/'))).toEqual([])
  })
})

describe('a transfer that fails', () => {
  const grants = `apiVersion: v1
kind: ResourceQuota
metadata: {name: claims, namespace: new}
spec: {hard: {count/eipclaims.network.kmetal.io: "1"}}
`
  test.each<[string, string, Changes]>([
    ['whose giver is still in its file', 'is still in its file', { [fresh]: eip() }],
    ['whose taker is in no file', 'does not take it: it is in no file', { [old]: undefined }],
    [
      'whose taker is written wrong',
      'does not take it: it has a fault of its own',
      { [old]: undefined, [fresh]: eip('{v4Ip: 1.2}') },
    ],
    [
      'whose taker pins another address',
      'it holds 198.51.100.40, the claim pins 198.51.100.41',
      { [old]: undefined, [fresh]: eip('{v4Ip: 198.51.100.41}') },
    ],
    [
      'whose taker has no VPC',
      'does not take it: it waits for the VPC of its environment',
      {
        [old]: undefined,
        [move]: transfer(from, 'EipClaim third/web'),
        'environments/third/web.yaml': eip(),
      },
    ],
    [
      'whose taker draws from another segment',
      'of pool "ext-a", the claim draws from "ext-b"',
      {
        [old]: undefined,
        [move]: transfer(from, 'EipClaim third/web'),
        'environments/third/vpc.yaml': claim(
          'VpcClaim',
          'main',
          '{externalAccess: true, providerNetworkRef: {name: provider2}}',
        ),
        'environments/third/web.yaml': eip(),
      },
    ],
    [
      'whose taker has more than its quota',
      'does not take it: it is refused itself (quota/exceeded)',
      { [old]: undefined, [fresh]: eip(), 'platform/tenants/new.yaml': grants },
    ],
    [
      'to a claim of another kind',
      'does not take it: a SubnetClaim holds no address of a pool',
      { [old]: undefined, [move]: transfer(from, 'SubnetClaim new/web') },
    ],
    [
      'whose taker cannot be read',
      'does not take it: environment "new" cannot be read',
      { [old]: undefined, [fresh]: eip(), 'environments/new/a.yaml': 'a: [\n' },
    ],
    ['whose environment cannot be read', 'cannot be read', { [old]: 'a: [\n', [fresh]: eip() }],
  ])('%s takes nothing from the giver', (_, why, changes) => {
    const world = two()
    const objects = world.objects.filter((id) => id.includes('old'))
    world.commit({ ...file, ...changes })
    const finding = world.finding('transfer/not-possible')
    expect([finding.severity, finding.at?.file]).toEqual(['error', move])
    expect(finding.message).toContain(why)
    for (let round = 0; round < 2; round += 1) {
      expect(world.entry(from)).toMatchObject({ phase: 'held', address: '198.51.100.40' })
      expect(world.objects.filter((id) => id.includes('old'))).toEqual(objects)
      expect(world.entry(to)?.address).not.toBe('198.51.100.40')
      settle(world)
    }
    if (world.files.has(old)) return
    const wanted = acknowledgement('releases', '*', [from])
    world.commit({ 'acknowledgements/go.yaml': wanted })
    expect(world.entry(from)?.phase).toBe('tombstone')
  })

  test('because the giver holds nothing', () => {
    const world = two()
    world.commit({ [move]: transfer('EipClaim old/none', to), [fresh]: eip() })
    expect(world.finding('transfer/not-possible').message).toContain(
      'EipClaim old/none holds nothing',
    )
  })

  test('because the very same one took place before', () => {
    const world = two('{}')
    world.commit({ ...file, [old]: undefined, [fresh]: eip() })
    world.commit({ [move]: transfer(to, from), [old]: eip(), [fresh]: undefined })
    settle(world)
    const again = { ...file, [old]: undefined, [fresh]: eip() }
    expect(world.check(again).report.verdict).toBe('refuse')
    world.commit(again)
    expect(world.finding('transfer/not-possible').message).toContain('this very file did so before')
    expect(world.entry(from)).toMatchObject({ phase: 'held', address: '198.51.100.22' })
    expect(world.entry(to)?.address).toBeUndefined()
    world.commit({ [move]: transfer(from, to, 'renamed once more') })
    expect(world.entry(to)?.address).toBe('198.51.100.22')
  })

  test('because a Service uses the address', () => {
    const world = two()
    const binding = { environment: 'old', claim: 'web', cluster: 'solar', service: 'demo/whoami' }
    world.facts = applied(world, { bindings: [binding], clusters: ['old/solar'] })
    world.commit({ ...file, [old]: undefined, [fresh]: eip() })
    expect(world.finding('transfer/not-possible').message).toContain(
      'Service demo/whoami in cluster "solar" uses it',
    )
    expect(world.entry(from)).toMatchObject({ phase: 'held', address: '198.51.100.40' })
    expect(world.objects).toContain('OvnEip old-web')
  })

  test.each([false, true])(
    'because the address is the egress of a VPC (written: %s)',
    (isWritten) => {
      const path = 'environments/old/external.yaml'
      const external = claim('EipClaim', 'external', '{type: lrp}')
      const world = two('{}', isWritten ? { [path]: external } : {})
      const changes = {
        [move]: transfer('EipClaim old/external', to),
        [fresh]: eip(),
        [path]: undefined,
      }
      world.commit(changes)
      expect(world.finding('transfer/not-possible').message).toContain('egress address of the VPC')
      world.commit()
      expect(world.entry('EipClaim old/external')?.phase).toBe('held')
      expect(world.objects).toContain('OvnEip old-ext-a')
    },
  )

  test('because another one of the same commit was first', () => {
    const world = two()
    world.commit({
      ...file,
      'acknowledgements/two.yaml': transfer(from, 'EipClaim new/zwei').replace('move', 'two'),
      [old]: undefined,
      [fresh]: eip(),
      'environments/new/zwei.yaml': claim('EipClaim', 'zwei'),
    })
    expect(world.finding('transfer/not-possible').message).toContain(
      'EipClaim new/web has 198.51.100.40',
    )
    expect(world.entry(to)?.address).toBe('198.51.100.40')
    expect(world.entry(from)).toBeUndefined()
  })

  test('because another one goes to the same claim', () => {
    const world = two('{v4Ip: 198.51.100.40}', {
      'environments/old/b.yaml': claim('EipClaim', 'b'),
    })
    world.commit({
      ...file,
      'acknowledgements/two.yaml': transfer('EipClaim old/b', to).replace('move', 'two'),
      [old]: undefined,
      'environments/old/b.yaml': undefined,
      [fresh]: eip(),
    })
    expect(world.finding('transfer/not-possible').severity).toBe('error')
    const held = ['EipClaim old/web', 'EipClaim old/b', 'EipClaim new/web'].filter(
      (name) => world.entry(name)?.phase === 'held',
    )
    expect(held).toHaveLength(2)
  })
})
