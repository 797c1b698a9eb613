import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Finding } from '../../lib/domain/finding.ts'
import { treeOf } from '../../lib/pipeline/import/files.ts'
import { type Imported, importObjects } from '../../lib/pipeline/import/import-objects.ts'
import { stateFiles } from '../../lib/pipeline/import/state-files.ts'
import { takeOverFiles } from '../../lib/pipeline/import/take-over-files.ts'
import { type CommitPlan, planCommit } from '../../lib/pipeline/plan-commit.ts'
import type { StateTree } from '../../lib/pipeline/report.ts'
import { readState } from '../../lib/pipeline/state/read-state.ts'
import { delegationStatuses } from '../../lib/pipeline/vip-status/delegation-statuses.ts'
import type { KubeObject } from '../../lib/ports/cluster.ts'
import { expectWhole } from '../plan/invariants.ts'
import { objectsIn, rendered } from '../plan/rendered.ts'
import { engine, World } from '../plan/world.ts'
import { kdcCluster, liveCluster, vipConfig } from '../vip/vip-files.ts'
import { bound, capi, kdc, kubeDc, ledger } from './kube-dc.ts'
import { listsOf, liveOf, object, ownObjects } from './live-of.ts'

const NAMESPACE = 'acme-shop'
const long = process.env['LONG'] !== undefined
/** Half a second for each platform where the machine has other things to do. */
const options = { timeout: long ? 600_000 : 60_000 }

function importOf(objects: readonly KubeObject[]): Imported {
  return importObjects(listsOf([...ownObjects, ...objects]), { engine })
}

/** What is told of an object, `import/other-name`. */
function said({ findings }: Imported, id: string): readonly string[] {
  return findings.filter((one) => one.object === id).map(({ rule }) => rule)
}

function firstPlan(
  { files, state, facts }: Imported,
  more: ReadonlyMap<string, string> = new Map(),
) {
  const head = treeOf(new Map([...files, ...more]))
  const plan = planCommit({ head, state: stateFiles(state), facts, engine, source: '1'.repeat(40) })
  expect(plan.findings.filter(({ severity }) => severity === 'error')).toEqual([])
  expectWhole(plan.tree)
  return plan
}

/** What comes of it once all of an environment is taken over. */
function taken(imported: Imported, known: readonly string[] = []): CommitPlan {
  const { tree } = firstPlan(imported)
  const notes = [...takeOverFiles(imported)].map(
    ([path, text]) => [path.replace('.take-over/', 'acknowledgements/'), text] as const,
  )
  const plan = planCommit({
    head: treeOf(new Map([...imported.files, ...notes])),
    previous: treeOf(imported.files),
    state: tree,
    facts: imported.facts,
    engine,
    source: '2'.repeat(40),
  })
  const isNews = ({ severity, rule }: Finding) => severity === 'error' && !known.includes(rule)
  expect(plan.findings.filter(isNews)).toEqual([])
  expectWhole(plan.tree)
  return plan
}

function blocksIn(tree: StateTree, namespace = NAMESPACE) {
  const book = readState(tree).value.books.get(namespace)
  return Object.fromEntries(
    [...(book?.values() ?? [])]
      .filter(({ blocks }) => blocks !== undefined)
      .map(({ name, blocks = [] }) => [
        name,
        blocks.map(({ ordinal, cidr }) => `${ordinal} ${cidr}`),
      ]),
  )
}

const yamls = (tree: StateTree) =>
  [...tree.keys()].filter((path) => /^rendered\/.*\.yaml$/.test(path))

describe('a project of Kube-DC', () => {
  test('becomes claims and settings, with every block in the ledger at its ordinal (K-041) (K-046) (K-058)', () => {
    const imported = importOf(kubeDc())
    expect(imported.claims.map(({ name }) => name).toSorted()).toEqual([
      'Cluster acme-shop/lunar',
      'Cluster acme-shop/quiet',
      'Cluster acme-shop/solar',
      'KdcCluster acme-shop/lunar',
      'KdcCluster acme-shop/quiet',
      'KdcCluster acme-shop/solar',
    ])
    expect(imported.findings.filter(({ severity }) => severity !== 'info')).toEqual([])
    expect(imported.files.get('platform/cluster-config.env')).toMatch(
      /^LB_BLOCK_MODE=enable\nVIP_POOL_CIDR=10\.242\.0\.0\/24\nLB_BLOCK_REQUIRE_OPT_IN=false$/m,
    )
    expect(imported.files.get('platform/tenants/acme-shop.yaml')).toMatch(
      /kind: Project\nmetadata:\n {2}name: shop\n {2}namespace: acme\n/,
    )
    expect(blocksIn(stateFiles(imported.state))).toEqual({
      lunar: ['1 10.242.0.0/28'],
      solar: ['1 10.242.0.16/28', '2 10.242.0.64/28'],
    })
  })

  test('stays as it is: nothing is rendered for it, no status is written, no block moves', () => {
    const objects = kubeDc()
    const imported = importOf(objects)
    const { tree } = firstPlan(imported)
    expect(yamls(tree)).toEqual([])
    const before = stateFiles(imported.state)
    expect(tree.get('allocations/acme-shop.yaml')).toBe(before.get('allocations/acme-shop.yaml'))
    const { value: state } = readState(tree)
    expect(delegationStatuses({ lists: listsOf(objects), state, pools: new Map() })).toEqual([])
  })

  test('keeps its blocks from a cluster that is new, which gets the lowest that nobody has', () => {
    const file = [
      ['environments/acme-shop/comet.yaml', liveCluster('comet', { blocks: 2 })],
    ] as const
    const { tree } = firstPlan(importOf(kubeDc()), new Map(file))
    expect(blocksIn(tree)).toMatchObject({
      comet: ['1 10.242.0.32/28', '2 10.242.0.48/28'],
      solar: ['1 10.242.0.16/28', '2 10.242.0.64/28'],
    })
    const made = [...rendered(tree).keys()]
    expect(made).toEqual([
      'AddressReservation acme-shop-comet-1',
      'AddressReservation acme-shop-comet-2',
    ])
  })

  test('is rendered as it is once it is taken over, its arena with it', () => {
    const objects = kubeDc()
    const { tree } = taken(importOf(objects))
    const live = new Map(
      objects
        .filter(({ apiVersion }) => apiVersion === 'network.kube-dc.com/v1alpha1')
        .map((one) => [`${one.kind} ${one.metadata.name}`, one['spec']]),
    )
    const made = new Map([...rendered(tree)].map(([id, { spec }]) => [id, spec]))
    expect(Object.fromEntries(made)).toEqual(Object.fromEntries(live))
    expect(yamls(tree)).toContain('rendered/tenants/acme-shop/solar/delegation.yaml')
    expect(blocksIn(tree)).toEqual({
      lunar: ['1 10.242.0.0/28'],
      solar: ['1 10.242.0.16/28', '2 10.242.0.64/28'],
    })
  })

  test('of which the Namespace is excluded stays excluded (K-039)', () => {
    const objects = kubeDc().map((one) =>
      one.kind === 'Namespace'
        ? {
            ...one,
            metadata: {
              ...one.metadata,
              annotations: { 'network.kube-dc.com/address-reservation': 'disabled' },
            },
          }
        : one,
    )
    expect(importOf(objects).files.get('platform/tenants/acme-shop.yaml')).toContain(
      'network.kube-dc.com/address-reservation: disabled',
    )
  })

  test('whose clusters have to opt in says so in the settings (K-038)', () => {
    const idle = {
      ...kdc(NAMESPACE, 'idle', { blocks: 1 }),
      status: {
        loadBalancer: { mode: 'enable' },
        conditions: [{ type: 'LoadBalancerBlockReady', status: 'False', reason: 'NotActivated' }],
      },
    } as KubeObject
    const { files } = importOf([...kubeDc(), idle])
    expect(files.get('platform/cluster-config.env')).toContain('LB_BLOCK_REQUIRE_OPT_IN=true')
  })

  test('holds the control-plane address that a Cluster names, of the pool that it is in', () => {
    const pool = object('metallb.io/v1beta1', 'IPAddressPool', 'tenant-cp-pool', {
      metadata: { namespace: 'kmetal-metallb' },
      spec: { addresses: ['172.21.208.100-172.21.208.250'] },
    })
    const value = { network: { serviceAddress: '172.21.208.104', serviceType: 'LoadBalancer' } }
    const named = capi(NAMESPACE, 'named', {
      topology: { variables: [{ name: 'controlPlane', value }] },
    })
    const { state } = importOf([...kubeDc(), pool, named])
    expect(state.books.get(NAMESPACE)?.get('Cluster named')).toMatchObject({
      phase: 'held',
      origin: 'pinned',
      pool: 'tenant-cp-pool',
      address: '172.21.208.104',
    })
  })
})

describe('what no claim can say is told, and its blocks are given to nobody', () => {
  const only = (clusters: Parameters<typeof ledger>[2], pool = '10.242.0.0/24') => [
    ...kubeDc().filter(({ apiVersion }) => apiVersion !== 'network.kube-dc.com/v1alpha1'),
    ...ledger(NAMESPACE, pool, clusters),
  ]
  const renamed = (objects: readonly KubeObject[], from: string, to: string) =>
    objects.map((one) => {
      const metadata = { ...one.metadata, name: to }
      return one.metadata.name === from ? { ...one, metadata } : one
    })

  test('a block whose cluster is gone stays taken until it is proven gone', () => {
    const imported = importOf(only({ ghost: [bound(1, '10.242.0.0/28')] }))
    expect(said(imported, 'AddressReservation acme-shop-ghost-1')).toEqual([
      'import/rests-on-other',
    ])
    const file = new Map([['environments/acme-shop/comet.yaml', liveCluster('comet')]])
    const { tree } = firstPlan(imported, file)
    expect(blocksIn(tree)).toEqual({ comet: ['1 10.242.0.16/28'], ghost: ['1 10.242.0.0/28'] })
  })

  test('an arena that cannot be read is made by nobody, nor is one that is not there', () => {
    const none = kubeDc().filter(({ apiVersion }) => apiVersion !== 'network.kube-dc.com/v1alpha1')
    const odd = object('network.kube-dc.com/v1alpha1', 'AddressArena', 'vip-acme-shop', {
      spec: {},
    })
    for (const objects of [none, [...none, odd]])
      expect(yamls(firstPlan(importOf(objects)).tree)).toEqual([])
  })

  test('so does that of a cluster which no file can say', () => {
    const objects = only({ huge: [bound(1, '10.242.0.0/28')] })
    const imported = importOf([...objects, kdc(NAMESPACE, 'huge', { blocks: 9 })])
    expect(said(imported, 'KdcCluster acme-shop/huge')).toHaveLength(1)
    expect(imported.files.has('environments/acme-shop/kdccluster-huge.yaml')).toBe(false)
    expect(imported.state.books.get(NAMESPACE)?.get('KdcCluster huge')?.phase).toBe('releasing')
  })

  test('of two clusters whose reservations would be called alike that stays which has blocks', () => {
    const rival = kdc('acme', 'shop-solar', { blocks: 1 })
    const imported = importOf([...kubeDc(), object('v1', 'Namespace', 'acme'), rival])
    expect(said(imported, 'KdcCluster acme/shop-solar')).toEqual(['import/unclear'])
    expect(blocksIn(firstPlan(imported).tree)['solar']).toHaveLength(2)
  })

  test.each<[string, readonly KubeObject[], string, string]>([
    [
      'a reservation under another name',
      renamed(only({ solar: [bound(1, '10.242.0.0/28')] }), 'acme-shop-solar-1', 'solar-1'),
      'AddressReservation solar-1',
      'import/other-name',
    ],
    [
      'its arena',
      renamed(only({ solar: [bound(1, '10.242.0.0/28')] }), 'acme-shop-solar-1', 'solar-1'),
      'AddressArena vip-acme-shop',
      'import/other-form',
    ],
    [
      'an arena under another name',
      renamed(only({}), 'vip-acme-shop', 'vip-shop'),
      'AddressArena vip-shop',
      'import/other-form',
    ],
    [
      'an arena with a block outside of its pool',
      only({ solar: [bound(1, '10.243.0.0/28')] }),
      'AddressArena vip-acme-shop',
      'import/other-form',
    ],
    [
      'an arena of which one block has two holders',
      only({ solar: [bound(1, '10.242.0.0/28')], lunar: [bound(1, '10.242.0.0/28')] }),
      'AddressArena vip-acme-shop',
      'import/other-form',
    ],
    [
      'a reservation without an arena',
      only({ solar: [bound(1, '10.242.0.0/28')] }).filter(({ kind }) => kind !== 'AddressArena'),
      'AddressReservation acme-shop-solar-1',
      'import/rests-on-other',
    ],
    [
      'a reservation that says nothing of a block',
      [
        ...only({}),
        object('network.kube-dc.com/v1alpha1', 'AddressReservation', 'odd', { spec: {} }),
      ],
      'AddressReservation odd',
      'import/malformed',
    ],
    [
      'a Project without a block of its own',
      [object('kube-dc.com/v1', 'Project', 'x', { metadata: { namespace: 'a' }, spec: {} })],
      'Project a/x',
      'import/other-form',
    ],
    [
      'a Project of which nothing else is imported',
      [
        object('kube-dc.com/v1', 'Project', 'x', {
          metadata: { namespace: 'a' },
          spec: { cidrBlock: '10.1.0.0/16' },
        }),
      ],
      'Project a/x',
      'import/no-environment',
    ],
    [
      'a Cluster in a namespace of which nothing else is imported',
      [capi('elsewhere', 'solar')],
      'Cluster elsewhere/solar',
      'import/no-environment',
    ],
    [
      'a cluster that is being deleted',
      [
        object('k8s.kube-dc.com/v1alpha1', 'KdcCluster', 'dying', {
          metadata: { namespace: NAMESPACE, deletionTimestamp: '2026-11-30T00:00:00Z' },
          spec: {},
        }),
      ],
      'KdcCluster acme-shop/dying',
      'import/going',
    ],
  ])('%s', (_, objects, id, rule) => {
    const imported = importOf(objects)
    expect(said(imported, id)).toEqual([rule])
    expect(firstPlan(imported).commit).toBe(true)
  })
})

/** Clusters of two projects by their files, `blocks` and whether they opted out. */
const projects = fc.array(
  fc.record({
    namespace: fc.constantFrom('acme-shop', 'acme'),
    name: fc.constantFrom('solar', 'lunar', 'comet', 'c'),
    blocks: fc.integer({ min: 1, max: 8 }),
    choice: fc.constantFrom(undefined, undefined, undefined, 'disabled', 'enabled'),
    hasCluster: fc.boolean(),
  }),
  { minLength: 1, maxLength: 8 },
)
const pools = fc.constantFrom('10.242.0.0/24', '10.250.0.0/26', '10.242.0.0/22')
const modes = fc.constantFrom('enable', 'enable', 'observe')

test(
  'a platform of Kube-DC that was rendered comes to the same objects and blocks once it is imported and taken over',
  options,
  () => {
    fc.assert(
      fc.property(projects, pools, modes, (wishes, pool, mode) => {
        const files = wishes.map(({ namespace, name, hasCluster, choice, ...text }) => {
          const said = choice === undefined ? text : { ...text, choice }
          const make = hasCluster ? liveCluster : kdcCluster
          return [`environments/${namespace}/${name}.yaml`, make(name, said)] as const
        })
        const world = World.of({ ...vipConfig('enable', pool), ...Object.fromEntries(files) })
        world.commit(vipConfig(mode, pool))
        const own = new Map(
          [...world.tree].filter(([path]) => !path.startsWith('rendered/tenants/')),
        )
        const clusters = [...world.files].flatMap(([path, text]) => {
          const namespace = /^environments\/([^/]+)\//.exec(path)?.[1]
          return namespace === undefined
            ? []
            : objectsIn(text).map((one) => ({
                ...one,
                metadata: { ...one.metadata, namespace },
                status: { loadBalancer: { mode } },
              }))
        }) as readonly object[] as readonly KubeObject[]
        const spaces = ['acme-shop', 'acme'].map((name) => object('v1', 'Namespace', name))
        const imported = importOf([...liveOf(own, { claims: true }), ...spaces, ...clusters])
        const wanted = ['acme-shop', 'acme'].map((name) => blocksIn(world.tree, name))
        const { tree: first } = firstPlan(imported)
        expect(yamls(first)).toEqual([])
        expect(['acme-shop', 'acme'].map((name) => blocksIn(first, name))).toEqual(wanted)
        const { tree } = taken(imported, ['vip/exhausted'])
        expect(['acme-shop', 'acme'].map((name) => blocksIn(tree, name))).toEqual(wanted)
        const specs = (one: StateTree) =>
          Object.fromEntries(
            [...rendered(one)]
              .filter(([id]) => id.startsWith('AddressReservation '))
              .map(([id, { spec }]) => [id, spec]),
          )
        expect(specs(tree)).toEqual(specs(world.tree))
        const compared = [...imported.comparison.values()].flat()
        expect(compared.filter(({ live }) => live === 'differs')).toEqual([])
      }),
      { numRuns: long ? 100 : 20 },
    )
  },
)

test('a cluster that says what no file may say stays as it is, and its blocks stay taken', () => {
  const odd = kubeDc().map((one) =>
    ['Cluster', 'KdcCluster'].includes(one.kind) && one.metadata.name === 'solar'
      ? { ...one, spec: { ...(one['spec'] as object), note: 'a\u202eb' } }
      : one,
  )
  const imported = importOf(odd)
  expect(imported.claims.filter(({ name }) => name.endsWith('/solar'))).toEqual([])
  expect(said(imported, 'KdcCluster acme-shop/solar')).toHaveLength(1)
  expect(said(imported, 'Cluster acme-shop/solar')).toHaveLength(1)
  expect(blocksIn(firstPlan(imported).tree)['solar']).toEqual([
    '1 10.242.0.16/28',
    '2 10.242.0.64/28',
  ])
})
