import { describe, expect, test } from 'vitest'
import type { Facts } from '../../lib/domain/facts.ts'
import { isLeaving } from '../../lib/domain/ledger/entry.ts'
import { viewFacts } from '../../lib/domain/ledger/facts-view.ts'
import { objectsOf } from '../../lib/domain/ledger/release.ts'
import { readTree } from '../../lib/pipeline/read/read-tree.ts'
import { readState } from '../../lib/pipeline/state/read-state.ts'
import { stuckEntries } from '../../lib/pipeline/stuck/stuck-entries.ts'
import { applied } from './cluster-of.ts'
import { acknowledgement, claim, documents, type Files, platformFile } from './files.ts'
import { claimsIn } from './rendered.ts'
import { World } from './world.ts'

const file = 'environments/photon-prod/claims.yaml'
const target = (name: string) => ({ 'netclaim.yaml': `target: ${name}\n` })
/** What photon-prod asks for; `web` is a part of it, and says no address. */
const claims = (web: string | undefined = claim('EipClaim', 'web', '{type: nat}')) =>
  documents(
    claim('VpcClaim', 'main', '{externalAccess: true}'),
    claim('SubnetClaim', 'production', '{cidrBlock: 10.100.0.0/24, enableSnatRule: true}'),
    claim('EipClaim', 'external', '{type: lrp}'),
    ...(web === '' ? [] : [web]),
  )
const photon = (more: Files = {}) => World.of({ [file]: claims(), ...more })
const beside = (more: Files = {}) => photon({ ...target('operator'), ...more })

/** What a cluster reports in which an operator has made all that the rendered claims cause, and nothing else is left. */
function operated(world: World, more: Partial<Facts> = {}): Facts {
  const shown = claimsIn(world.tree)
  const entries = [...world.state.books].flatMap(([namespace, book]) =>
    [...book.values()].map((entry) => ({ namespace, entry })),
  )
  const isShown = ({ namespace, entry: { kind, name } }: (typeof entries)[number]) =>
    shown.has(`${kind} ${namespace}/${name}`)
  const objects = entries
    .filter(isShown)
    .flatMap(({ namespace, entry }) => objectsOf(namespace, entry))
  const { generation } = world.state
  const proven = entries
    .filter((one) => isLeaving(one.entry) && !isShown(one))
    .flatMap(({ entry: { address } }) => (address === undefined ? [] : [{ address, generation }]))
  const usage = objects
    .filter((one) => one.startsWith('Subnet '))
    .map((one) => ({ subnet: one.slice('Subnet '.length), v4: '0' }))
  return applied(world, { objects: objects.toSorted(), usage, proven, ...more })
}

describe('beside an operator', () => {
  test('what is missing or does not go is the operator’s, and nobody is sent to a sync for it', () => {
    const world = beside()
    world.report(operated(world))
    world.commit({ [file]: claims('') })
    const objects = world.facts.objects.filter((one) => !one.startsWith('Subnet '))
    const { generation } = world.state
    const found = stuckEntries({
      state: world.state,
      inputs: readTree(world.main).value,
      findings: [],
      view: viewFacts({ ...world.facts, generation, objects }),
      reported: true,
      now: '2026-11-30T12:00:00Z',
    })
    const ask = 'kubectl describe of the claim tells what it says'
    expect(found.map(({ waitsFor, next }) => [waitsFor, next])).toEqual([
      [
        'OvnEip photon-prod-web is still there',
        `the operator removes it when its claim goes; ${ask}`,
      ],
      ['Subnet photon-prod-production is not in the cluster', `the operator makes it; ${ask}`],
    ])
  })

  test('a claim is rendered with the address that it got, and nothing that the operator makes of it', () => {
    const world = beside()
    expect(world.objects).toEqual([])
    const shown = claimsIn(world.tree)
    expect([...shown.keys()].toSorted()).toEqual([
      'EipClaim photon-prod/external',
      'EipClaim photon-prod/web',
      'SubnetClaim photon-prod/production',
      'VpcClaim photon-prod/main',
    ])
    expect(shown.get('EipClaim photon-prod/web')?.spec).toEqual({
      type: 'nat',
      v4Ip: '198.51.100.21',
    })
    expect([...world.manifests.keys()].filter((path) => path.includes('/platform/'))).toEqual([
      'rendered/platform/kmetal-platform.yaml',
    ])
  })

  test('every claim gets what it would get without one', () => {
    const other = { 'environments/zeta/claims.yaml': claims() }
    const pools = (world: World) => world.state.pools
    expect(pools(beside(other))).toEqual(pools(photon(other)))
  })

  test('a new segment is open as soon as KMetal declares it', () => {
    const world = beside()
    world.report(operated(world))
    const networks = `      - name: provider3
        interface: bond0.211
        vlanID: 0
        subnets:
          - {name: ext-c, cidrBlock: 192.0.2.0/24, gateway: 192.0.2.1, excludeIPs: [192.0.2.1]}
`
    world.commit({ 'platform/kmetal.yaml': platformFile({ networks }) })
    expect(world.state.open).toEqual(['ext-a', 'ext-b', 'ext-c'])
  })
})

describe('a release beside an operator', () => {
  const leaving = () => {
    const world = beside({ 'environments/zeta/vpc.yaml': claim('VpcClaim', 'main') })
    world.report(operated(world))
    const names = [...claimsIn(world.tree).keys()].filter((name) => name.includes('photon-prod/'))
    const gone = acknowledgement('vpc', 'photon-prod', names)
    world.commit({ 'acknowledgements/photon.yaml': gone, [file]: undefined })
    return world
  }
  const shownOf = (world: World) =>
    [...claimsIn(world.tree).keys()].filter((name) => name.includes('photon-prod/')).toSorted()

  test('takes claims away as soon as nothing uses them, the VPC last, and frees what is proven gone', () => {
    const world = leaving()
    expect(shownOf(world)).toEqual(['EipClaim photon-prod/external', 'VpcClaim photon-prod/main'])
    for (let round = 0; round < 4; round += 1) world.report(operated(world))
    expect(shownOf(world)).toEqual([])
    expect(world.state.books.has('photon-prod')).toBe(false)
    expect(world.state.pools.has('ext-a')).toBe(false)
  })

  test('keeps the claim of an address that a Service uses', () => {
    const world = beside()
    const bindings = [
      {
        environment: 'photon-prod',
        claim: 'web',
        service: 'shop/web',
        cluster: 'solar',
      },
    ]
    const used = { bindings, clusters: ['photon-prod/solar'] }
    world.report(operated(world, used))
    world.commit({ [file]: claims('') })
    world.report(operated(world, used))
    expect(shownOf(world)).toContain('EipClaim photon-prod/web')
    for (let round = 0; round < 2; round += 1) world.report(operated(world))
    expect(shownOf(world)).not.toContain('EipClaim photon-prod/web')
  })

  test('frees nothing that the operator has not taken away', () => {
    const world = leaving()
    const lingering = () => {
      const facts = operated(world)
      return world.report({ ...facts, objects: [...facts.objects, 'OvnEip photon-prod-web'] })
    }
    for (let round = 0; round < 4; round += 1) lingering()
    expect(world.entry('EipClaim photon-prod/web')?.phase).toBe('tombstone')
    expect(shownOf(world)).toContain('VpcClaim photon-prod/main')
  })
})

describe('the target', () => {
  test.each([
    ['operator', target('manifests')],
    ['operator', { 'netclaim.yaml': undefined }],
    ['manifests', target('operator')],
  ])('is not changed under what a cluster has: from %s', (from, to) => {
    const world = photon(target(from))
    world.report(from === 'operator' ? operated(world) : applied(world))
    const { report } = world.check(to)
    expect(report.verdict).toBe('refuse')
    expect(report.findings.filter(({ severity }) => severity === 'error')).toMatchObject([
      {
        rule: 'settings/target',
        at: { file: 'netclaim.yaml', line: 1 },
        field: 'target',
        hint: expect.stringContaining(`write target: ${from}`) as string,
      },
    ])
    const before = new Map(world.manifests)
    world.commit({ ...to, 'environments/zeta/vpc.yaml': claim('VpcClaim', 'main') })
    expect(world.said).toContain('error settings/target')
    expect(world.manifests).toEqual(before)
  })

  test.each([
    ['operator', 'no'],
    ['manifests', 'a'],
  ])('of %s with %s line in state.yaml is told as damage', (name) => {
    const world = photon(target(name))
    expect(readState(world.tree, 'whole').findings).toEqual([])
    const head = world.tree.get('state.yaml') ?? ''
    const text =
      name === 'operator' ? head.replace('target: operator\n', '') : `${head}target: operator\n`
    const { findings } = readState(new Map([...world.tree, ['state.yaml', text]]), 'whole')
    expect(findings.map(({ rule, message }) => [rule, message])).toEqual([
      [
        'state/unreadable',
        expect.stringMatching(
          /^state\.yaml of the state branch is not as Netclaim writes it: it (?:does not say|says) "target: operator", and .* is rendered/,
        ),
      ],
    ])
  })

  test('is free as long as no cluster has reported', () => {
    // An address that is named now and was not is an edit of the claim.
    const world = photon({ [file]: claims('') })
    world.commit(target('operator'))
    expect(world.objects).toEqual([])
    world.commit(target('manifests'))
    expect(world.objects).toContain('OvnEip photon-prod-ext-a')
    expect(world.tree.get('state.yaml')).not.toContain('target')
  })
})
