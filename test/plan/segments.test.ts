import { describe, expect, test } from 'vitest'
import { applied, settle } from './cluster-of.ts'
import { claim, platformFile } from './files.ts'
import { rendered } from './rendered.ts'
import { photon, World } from './world.ts'

const kmetal = 'platform/kmetal.yaml'
const third = (cidr = '192.0.2.0/24') => `      - name: provider3
        interface: bond0.220
        vlanID: 0
        subnets:
          - name: ext-c
            cidrBlock: ${cidr}
            gateway: ${cidr.replace('0/24', '1')}
            excludeIPs: [${cidr.replace('0/24', '1')}]
`
const more = { [kmetal]: platformFile({ networks: third() }) }

function isOpen(world: World): boolean {
  return rendered(world.tree, 'rendered/platform/').has('Subnet ext-c')
}

describe('a new provider subnet', () => {
  test('is rendered when its drop rule stands in every VPC, as facts say', () => {
    const world = photon({ 'environments/zeta/v.yaml': claim('VpcClaim', 'main') })
    settle(world)
    expect(world.check(more).report.findings.map(({ rule }) => rule)).toContain(
      'provider-subnet/opening',
    )
    world.commit(more)
    expect(world.finding('provider-subnet/opening').message).toContain('192.0.2.0/24')
    expect(world.tree.get('rendered/environments/zeta/vpcclaim-main.yaml')).toContain(
      '192.0.2.0/24',
    )
    expect(isOpen(world)).toBe(false)
    const facts = applied(world)
    world.report({
      ...facts,
      drops: facts.drops.map((one) => (one.vpc === 'zeta' ? { ...one, cidrs: [] } : one)),
    })
    expect(isOpen(world)).toBe(false)
    world.report({ ...facts, complete: facts.complete.filter((kind) => kind !== 'Vpc') })
    expect(isOpen(world)).toBe(false)
    world.report(facts)
    expect(isOpen(world)).toBe(true)
    expect(world.said).not.toContain('info provider-subnet/opening')
    world.report({ ...facts, drops: [] })
    expect(isOpen(world)).toBe(true)
  })

  test('is not opened by a commit elsewhere', () => {
    const world = photon()
    settle(world)
    world.commit(more)
    world.commit({ 'environments/s/s.yaml': claim('SubnetClaim', 's', '{cidrBlock: 10.0.0.0/24}') })
    expect(isOpen(world)).toBe(false)
  })

  test('has nothing rendered on it before it is open', () => {
    const world = photon()
    settle(world)
    const spec = '{externalAccess: true, providerNetworkRef: {name: provider3}}'
    const { objects } = world
    world.commit({
      ...more,
      'environments/new/v.yaml': claim('VpcClaim', 'main', spec),
      'environments/new/e.yaml': claim('EipClaim', 'e'),
    })
    expect(world.entry('EipClaim new/e')).toMatchObject({ phase: 'held', pool: 'ext-c' })
    expect(world.objects).toEqual(objects)
    world.report(applied(world))
    expect(isOpen(world)).toBe(true)
    expect(world.objects).toEqual(
      expect.arrayContaining(['OvnEip new-e', 'OvnEip new-ext-c', 'Vpc new']),
    )
  })

  test('is rendered at once where there is no VPC', () => {
    const world = World.of({
      'environments/a/s.yaml': claim('SubnetClaim', 's', '{cidrBlock: 10.0.0.0/24}'),
    })
    settle(world)
    world.commit(more)
    expect(isOpen(world)).toBe(true)
  })

  test('is rendered at once where no cluster has ever reported', () => {
    const world = photon()
    world.commit(more)
    expect(isOpen(world)).toBe(true)
  })

  test('is one whose block is another one, too', () => {
    const world = photon(more)
    settle(world)
    expect(isOpen(world)).toBe(true)
    world.commit({ [kmetal]: platformFile({ networks: third('192.0.3.0/24') }) })
    expect(isOpen(world)).toBe(false)
    world.report(applied(world))
    expect(isOpen(world)).toBe(true)
  })
})

describe('a pool', () => {
  const held = (excludes: string) => ({ [kmetal]: platformFile({ excludes }) })

  test('is never shrunk below what is held, and grows at will (M-077)', () => {
    const world = photon()
    const before = world.manifests
    world.commit(held('[198.51.100.1..198.51.100.30]'))
    expect(world.said.filter((one) => one === 'error pool/shrunk')).toHaveLength(2)
    expect(world.manifests).toEqual(before)
    world.commit(held('[198.51.100.1..198.51.100.9]'))
    expect(world.said).toEqual([])
    world.commit({ 'environments/photon-prod/n.yaml': claim('EipClaim', 'n') })
    expect(world.entry('EipClaim photon-prod/n')?.address).toBe('198.51.100.10')
  })

  test('is not shrunk below what a Service has, as facts show (M-079)', () => {
    const world = photon()
    const holders = [{ address: '172.21.208.200', holder: 'Service photon-prod/quantum' }]
    world.report(applied(world, { holders }))
    const text = platformFile().replace('208.250', '208.199')
    const { report } = world.check({ [kmetal]: text })
    expect(report.verdict).toBe('refuse')
    world.commit({ [kmetal]: text })
    expect(world.finding('pool/shrunk').message).toContain(
      '172.21.208.200, which Service photon-prod/quantum holds',
    )
    expect(
      world.tree.get('rendered/platform/metallb-pools.yaml') ??
        [...world.manifests.values()].join(''),
    ).toContain('172.21.208.250')
  })
})
