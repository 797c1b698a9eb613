import { describe, expect, test } from 'vitest'
import { crdNames } from '../../lib/domain/crds/crds.ts'
import { noFacts } from '../../lib/domain/facts.ts'
import type { Entry } from '../../lib/domain/ledger/entry.ts'
import { viewFacts } from '../../lib/domain/ledger/facts-view.ts'
import { partsOf } from '../../lib/domain/manifests/platform-parts.ts'
import { crdsPart } from '../../lib/pipeline/plan/imported.ts'
import { formerPlatform, noPlatform } from '../../lib/pipeline/plan/platform-step.ts'
import { readTree } from '../../lib/pipeline/read/read-tree.ts'
import { forgetCluster } from '../../lib/pipeline/recover/forget-cluster.ts'
import { bookPath } from '../../lib/pipeline/state/state-paths.ts'
import { writeBook, writePlatform } from '../../lib/pipeline/state/write-state.ts'
import { stuckEntries } from '../../lib/pipeline/stuck/stuck-entries.ts'
import { applied, settle } from './cluster-of.ts'
import { acknowledgement, claim, platformFile, transfer } from './files.ts'
import { photon, type World } from './world.ts'

const more = 'environments/photon-prod/more.yaml'
const claims = 'environments/photon-prod/claims.yaml'
const ack = 'acknowledgements/a.yaml'
const all = ['VpcClaim main', 'SubnetClaim production', 'EipClaim external', 'EipClaim web'].map(
  (one) => one.replace(' ', ' photon-prod/'),
)

/** photon-prod as an import leaves it: all is in the ledger, and nothing is rendered. */
function imported(vlans: Readonly<Record<string, string>> = {}, isTold = true): World {
  const world = photon()
  if (isTold) settle(world)
  const { state } = world
  const parts = [...partsOf(formerPlatform(state) ?? noPlatform), crdsPart]
  const files = new Map([...world.tree].filter(([path]) => !path.startsWith('rendered/')))
  files.set(...writePlatform({ ...state, imported: parts, vlans }))
  for (const [namespace, book] of state.books) {
    const marked = [...book].map(([key, one]): [string, Entry] => [key, { ...one, imported: true }])
    files.set(bookPath(namespace), writeBook(namespace, new Map(marked)))
  }
  world.tree = files
  return world
}

const files = (world: World) =>
  [...world.manifests.keys()].filter((path) => !path.endsWith('.gitkeep')).toSorted()

describe('what was imported', () => {
  test('is held, and nothing of it is rendered', () => {
    const world = imported()
    world.commit({ 'netclaim.yaml': 'proof: api\n' })
    expect(files(world)).toEqual([])
    expect(world.entry('EipClaim photon-prod/web')).toMatchObject({
      phase: 'held',
      address: '198.51.100.24',
      imported: true,
    })
    world.commit({ [more]: claim('EipClaim', 'other', '{v4Ip: 198.51.100.24}') })
    expect(world.said).toContain('error eip/address-taken')
  })

  test('carries new claims, with which the kinds are defined', () => {
    const world = imported()
    const added = `${claim('SubnetClaim', 'lan', '{cidrBlock: 10.1.0.0/24, enableSnatRule: true}')}---\n${claim('EipClaim', 'mail')}`
    const { report } = world.check({ [more]: added })
    expect(report.changes.map(({ path }) => path)).toContain(
      'rendered/platform/crd-eipclaims.network.kmetal.io.yaml',
    )
    world.commit({ [more]: added })
    expect(files(world).filter((path) => !path.includes('/crd-'))).toEqual([
      'rendered/environments/photon-prod/eipclaim-mail.yaml',
      'rendered/environments/photon-prod/subnetclaim-lan.yaml',
    ])
    expect(world.objects).toEqual([
      'NetworkAttachmentDefinition photon-prod/lan-net',
      'OvnEip photon-prod-mail',
      'OvnSnatRule photon-prod-lan',
      'Subnet photon-prod-lan',
    ])
    expect(files(world).filter((path) => path.includes('/crd-'))).toHaveLength(crdNames.length)
    expect(world.state.imported).not.toContain(crdsPart)
  })

  test('carries new segments of the platform under the Vlan that is there', () => {
    const world = imported({ provider: 'vlan206' })
    world.report({ ...world.facts, drops: [{ vpc: 'photon-prod', cidrs: ['192.0.2.0/24'] }] })
    const text = platformFile().replace(
      '          - name: ext-a',
      '          - {name: ext-c, cidrBlock: 192.0.2.0/24}\n          - name: ext-a',
    )
    world.commit({ 'platform/kmetal.yaml': text })
    const rendered = files(world).filter((path) => !path.includes('/crd-'))
    expect(rendered).toEqual(['rendered/platform/provider-subnet-ext-c.yaml'])
    expect(world.tree.get('rendered/platform/provider-subnet-ext-c.yaml')).toContain(
      'vlan: vlan206\n',
    )
    expect(world.state.vlans).toEqual({ provider: 'vlan206' })
  })

  test('is rendered as all else once it is taken over', () => {
    const [before, world] = [photon(), imported()]
    settle(before)
    world.commit({ [ack]: acknowledgement('take-over', 'photon-prod', all) })
    const environments = ([path]: readonly [string, string]) =>
      path.startsWith('rendered/environments/')
    const wanted = [...before.tree].filter(environments)
    expect([...world.tree].filter(environments)).toEqual(wanted)
    expect(files(world).filter((path) => /platform\/(?!crd-)/.test(path))).toEqual([])
    const parts = partsOf(formerPlatform(world.state) ?? noPlatform)
    world.commit({
      [ack]: undefined,
      'acknowledgements/b.yaml': acknowledgement('take-over', '*', parts),
    })
    expect(files(world)).toEqual(files(before))
    expect(world.manifests).toEqual(before.manifests)
    expect(world.state.imported).toEqual([])
  })

  test('is taken over by name alone, and by nobody else’s word', () => {
    const world = imported()
    const names = ['EipClaim photon-prod/web', 'EipClaim photon-prod/wbe', 'EipClaim nova/web']
    world.commit({ [ack]: acknowledgement('take-over', 'photon-prod', names) })
    expect(world.objects).toEqual(['OvnEip photon-prod-web'])
    expect(world.finding('acknowledgement/not-leaving').message).toBe(
      'Acknowledgement "take-over" allows EipClaim nova/web, EipClaim photon-prod/wbe, which were not imported',
    )
    world.commit({ 'netclaim.yaml': 'proof: api\n' })
    expect(world.entry('EipClaim photon-prod/external')?.imported).toBe(true)
    expect(world.entry('EipClaim photon-prod/web')?.imported).toBeUndefined()
  })

  test('is held until it is gone where its claim goes, and takes nothing with it', () => {
    const world = imported()
    const text = world.files.get(claims) ?? ''
    world.commit({ [claims]: text.slice(0, text.lastIndexOf('---')) })
    expect(world.finding('claim/imported-leaves').message).toBe(
      'EipClaim photon-prod/web was imported and never taken over, so Netclaim takes nothing of it away: a person removes OvnEip photon-prod-web, and 198.51.100.24 can be given again once that is proven',
    )
    expect(files(world)).toEqual([])
    expect(world.entry('EipClaim photon-prod/web')?.phase).toBe('tombstone')
    world.commit({ [claims]: text })
    expect(world.entry('EipClaim photon-prod/web')).toMatchObject({ phase: 'held', imported: true })
    expect(world.entry('EipClaim photon-prod/web')?.awaits).toBeUndefined()
  })

  test('is stuck until a person makes or removes it, and nobody is sent to a sync for that', () => {
    const world = imported()
    const text = world.files.get(claims) ?? ''
    const there = applied(world)
    world.commit({ [claims]: text.slice(0, text.lastIndexOf('---')) })
    const { generation } = world.state
    const objects = [...there.objects, 'OvnEip photon-prod-web']
    const view = viewFacts({ ...there, generation, objects })
    const { value: inputs } = readTree(world.main)
    const found = stuckEntries({
      state: world.state,
      inputs,
      findings: [],
      view,
      reported: true,
      now: '2026-11-30T12:00:00Z',
    })
    const next = new Map(found.map((one) => [`${one.what}: ${one.waitsFor}`, one.next]))
    const why =
      'it was imported and never taken over, so that Netclaim neither makes nor removes anything of it'
    expect(next.get('EipClaim photon-prod/web: OvnEip photon-prod-web is still there')).toBe(
      `a person removes it: ${why}`,
    )
    expect(
      next.get('EipClaim photon-prod/external: OvnEip photon-prod-ext-a is not in the cluster'),
    ).toBe(`a person makes it again, or takes its claim out of main: ${why}`)
  })

  test('is there, though nothing was ever applied', () => {
    const world = imported({}, false)
    const text = world.files.get(claims) ?? ''
    world.commit({ [claims]: text.slice(0, text.lastIndexOf('---')) })
    world.plan({ neverApplied: true })
    expect(world.entry('EipClaim photon-prod/web')?.address).toBe('198.51.100.24')
    world.commit({ [more]: claim('EipClaim', 'other', '{v4Ip: 198.51.100.24}') })
    expect(world.said).toContain('error eip/address-taken')
  })

  test('is made like all else where its cluster is lost for good', () => {
    const world = imported()
    const whole = photon()
    settle(whole)
    const tree = new Map(world.tree)
    for (const [path, text] of forgetCluster(world.tree))
      if (text === undefined) tree.delete(path)
      else tree.set(path, text)
    world.tree = tree
    world.report(noFacts)
    settle(world)
    expect(files(world)).toEqual(files(whole))
    expect(world.entry('EipClaim photon-prod/web')?.address).toBe('198.51.100.24')
  })

  test('hands nothing over before it is taken over', () => {
    const world = imported()
    const text = world.files.get(claims) ?? ''
    const move = {
      [claims]: text.slice(0, text.lastIndexOf('---')),
      [more]: claim('EipClaim', 'shop'),
      [ack]: transfer('EipClaim photon-prod/web', 'EipClaim photon-prod/shop'),
    }
    expect(world.check(move).report.verdict).toBe('refuse')
    world.commit(move)
    expect(world.finding('transfer/not-possible').message).toContain(
      'EipClaim photon-prod/web was imported, and nobody would take OvnEip photon-prod-web away: take it over first',
    )
    expect(world.entry('EipClaim photon-prod/web')).toMatchObject({
      phase: 'held',
      address: '198.51.100.24',
    })
  })
})
