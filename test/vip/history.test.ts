import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Facts } from '../../lib/domain/facts.ts'
import { isHeld } from '../../lib/domain/ledger/entry.ts'
import type { State } from '../../lib/domain/ledger/state.ts'
import { type CommitRequest, planCommit } from '../../lib/pipeline/plan-commit.ts'
import { applied, uid } from '../plan/cluster-of.ts'
import { transfer } from '../plan/files.ts'
import { type Changes, engine, World } from '../plan/world.ts'
import { treeOf } from '../read/tree-of.ts'
import { capiCluster, kdcCluster, vipConfig } from './vip-files.ts'

const RUNS = process.env['LONG'] === undefined ? 4 : 200
/** Milliseconds for one law, failures and their shrinking included. */
const LIMIT = process.env['LONG'] === undefined ? 8_000 : 50_000

/** Reservations of `a-b/c` and `a/b-c` would have one name. */
const environment = fc.constantFrom('a', 'a-b')
const name = fc.constantFrom('c', 'b-c', 'd')

const clusterChange = fc
  .record({
    environment,
    name,
    blocks: fc.integer({ min: 1, max: 8 }),
    choice: fc.constantFrom('', '', '', 'disabled', 'false'),
    providers: fc.constantFrom(['kubevirt'], ['kubevirt'], ['kubevirt'], ['cloudsigma']),
    chance: fc.integer({ min: 0, max: 4 }),
  })
  .map(({ chance, environment: namespace, name: cluster, choice, ...text }): Changes => {
    const chosen = choice === '' ? text : { ...text, choice }
    const gone = chance === 0 ? undefined : kdcCluster(cluster, chosen)
    return { [`environments/${namespace}/kdc-${cluster}.yaml`]: gone }
  })

const capiChange = fc
  .record({
    environment,
    name,
    pods: fc.constantFrom('10.244.0.0/16', '10.244.0.0/16', '10.242.0.0/16'),
    isThere: fc.constantFrom(true, true, true, false),
  })
  .map(
    ({ environment: namespace, name: cluster, pods, isThere }): Changes => ({
      [`environments/${namespace}/capi-${cluster}.yaml`]: isThere
        ? capiCluster(cluster, { pods })
        : undefined,
    }),
  )

const operatorChange = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('enable', 'enable', 'observe', 'off', 'Enable'),
      fc.constantFrom('10.242.0.0/25', '10.242.0.0/25', '10.242.0.0/24'),
      fc.constantFrom('', '', 'LB_BLOCK_REQUIRE_OPT_IN=true\n'),
    )
    .map(([mode, pool, more]): Changes => vipConfig(mode, pool, more)),
  fc.constantFrom<Changes>(
    { 'platform/cluster-config.env': undefined },
    { 'environments/a/broken.yaml': 'a: [\n' },
    { 'environments/a/broken.yaml': undefined },
  ),
)

/** A cluster that gets another name or another project, mostly as it is meant: gone from its file, and asked for under the new name. */
const moveChange = fc
  .record({
    from: fc.tuple(environment, name),
    to: fc.tuple(environment, name),
    blocks: fc.constantFrom(2, 8, 8, 8),
    file: fc.constantFrom('move', 'move', 'other'),
    reason: fc.nat(9),
    stays: fc.constantFrom(false, false, false, true),
  })
  .map(({ from, to, blocks, file, reason, stays }): Changes => {
    const text = transfer(
      `KdcCluster ${from.join('/')}`,
      `KdcCluster ${to.join('/')}`,
      `r${reason}`,
    )
    const fileOf = ([namespace, cluster]: readonly [string, string]) =>
      `environments/${namespace}/kdc-${cluster}.yaml`
    return {
      [`acknowledgements/${file}.yaml`]: text.replace('name: move', `name: ${file}`),
      ...(stays ? {} : { [fileOf(from)]: undefined }),
      [fileOf(to)]: kdcCluster(to[1], { blocks }),
      [`environments/${to[0]}/capi-${to[1]}.yaml`]: capiCluster(to[1]),
    }
  })

const commit = fc
  .array(
    fc.oneof(
      { weight: 5, arbitrary: clusterChange },
      { weight: 3, arbitrary: capiChange },
      { weight: 3, arbitrary: moveChange },
      { weight: 2, arbitrary: operatorChange },
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((all) => ({ kind: 'commit', changes: Object.assign({}, ...all) as Changes }) as const)

const report = fc.record({
  kind: fc.constant('report' as const),
  /** Whether clusters of Kube-DC that are in no file are gone, and what OVN-NB was read for. */
  isGone: fc.boolean(),
  /** Whether those live on that could use a block once, whatever the ledger says of them. */
  lingers: fc.boolean(),
  isProven: fc.boolean(),
  isWhole: fc.constantFrom(true, true, true, false),
})

const events = fc.array(
  fc.oneof({ weight: 3, arbitrary: commit }, { weight: 2, arbitrary: report }),
  { minLength: 15, maxLength: 30, size: 'max' },
)

type Event = typeof events extends fc.Arbitrary<(infer T)[]> ? T : never

/** What a cluster says that has applied the present state, in which those live that are told of, and `others`. */
function factsOf(
  world: World,
  how: Event & { kind: 'report' },
  others: Iterable<string> = [],
): Facts {
  const inLedger = [...world.state.books].flatMap(([namespace, book]) =>
    [...book.values()]
      .filter((entry) => entry.kind === 'KdcCluster' && (isHeld(entry) || !how.isGone))
      .map((entry) => `${namespace}/${entry.name}`),
  )
  const tombstones = [...world.state.books].flatMap(([namespace, book]) =>
    [...book.values()]
      .filter(({ phase }) => phase === 'tombstone')
      .flatMap(({ blocks = [] }) => blocks.map(({ cidr }) => ({ address: cidr, vpc: namespace }))),
  )
  const living = [...new Set([...inLedger, ...others])].toSorted()
  const facts = applied(world, { clusters: living })
  const more = ['KdcCluster', 'AddressReservation', 'AddressArena', 'SwitchLBRule']
  const { generation = 0 } = facts
  return {
    ...facts,
    complete: how.isWhole ? [...facts.complete, ...more] : ['Vpc'],
    objects: [...facts.objects, ...living.map((one) => `KdcCluster ${one}`)].toSorted(),
    proven: how.isProven ? tombstones.map((one) => ({ ...one, generation })) : [],
  }
}

/** `a 10.242.0.0/28` → cluster and phase, of every block. */
function blocksIn({ books }: State): ReadonlyMap<string, { cluster: string; isHeld: boolean }> {
  const blocks = new Map<string, { cluster: string; isHeld: boolean }>()
  for (const [namespace, book] of books)
    for (const entry of book.values())
      for (const { cidr } of entry.blocks ?? []) {
        const block = `${namespace} ${cidr}`
        if (blocks.has(block)) throw new Error(`${block} has two holders`)
        blocks.set(block, { cluster: entry.name, isHeld: isHeld(entry) })
      }
  return blocks
}

/** Whether a Transfer on main says that the block of one cluster of its project is that of another. */
function isHandedOver(
  { files, state }: World,
  block: string,
  [from, to]: readonly [string, { cluster: string; isHeld: boolean } | undefined],
): boolean {
  const [namespace = ''] = block.split(' ')
  const said = `from: KdcCluster ${namespace}/${from}, to: KdcCluster ${namespace}/${to?.cluster}, `
  const giver = state.books.get(namespace)?.get(`KdcCluster ${from}`)
  const isSaid = [...files.values()].some((text) => text.includes(said))
  return (
    isSaid &&
    to?.isHeld === true &&
    (giver?.blocks ?? []).every(({ cidr }) => `${namespace} ${cidr}` !== block)
  )
}

function begin(): World {
  const world = World.of(vipConfig('enable', '10.242.0.0/25'))
  world.report({ ...applied(world), uid })
  return world
}

test('K-063 K-069 whatever happens, no block is freed without proof, and none changes hands while it is held', () => {
  fc.assert(
    fc.property(events, (all) => {
      const world = begin()
      for (const event of all) {
        const before = blocksIn(world.state)
        if (event.kind === 'commit') world.commit(event.changes)
        else world.report(factsOf(world, event))
        const after = blocksIn(world.state)
        const proven = new Set(world.facts.proven.map(({ vpc, address }) => `${vpc} ${address}`))
        for (const [block, { cluster, isHeld: wasHeld }] of before) {
          const now = after.get(block)
          if (now?.cluster === cluster || isHandedOver(world, block, [cluster, now])) continue
          expect([block, wasHeld, proven.has(block)]).toEqual([block, false, true])
        }
      }
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: LIMIT },
  )
})

test('K-063 whatever happens, no cluster may use a block while another lives that could', () => {
  fc.assert(
    fc.property(events, (all) => {
      const world = begin()
      // `a 10.242.0.0/28` → clusters that live and were let use it.
      const users = new Map<string, Set<string>>()
      for (const event of all) {
        if (event.kind === 'commit') world.commit(event.changes)
        else {
          const living = event.lingers ? [...users.values()].flatMap((some) => [...some]) : []
          world.report(factsOf(world, event, living))
        }
        const told = new Set(world.facts.clusters)
        if (event.kind === 'report' && event.isWhole)
          for (const [block, some] of users) users.set(block, some.intersection(told))
        for (const [namespace, book] of world.state.books)
          for (const { name: cluster, blocks = [] } of book.values())
            for (const { cidr, phase } of blocks.filter((one) => one.phase === 'Bound')) {
              const block = `${namespace} ${cidr}`
              const some = (users.get(block) ?? new Set()).add(`${namespace}/${cluster}`)
              expect([block, phase, ...some]).toEqual([block, phase, `${namespace}/${cluster}`])
              users.set(block, some)
            }
      }
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: LIMIT },
  )
})

test('K-060 whatever happens, a cluster that stays has its blocks at their ordinals, and never too many', () => {
  fc.assert(
    fc.property(events, (all) => {
      const world = begin()
      for (const event of all) {
        const before = world.state
        if (event.kind === 'commit') world.commit(event.changes)
        else world.report(factsOf(world, event))
        for (const [namespace, book] of world.state.books)
          for (const [key, entry] of book) {
            if (entry.kind !== 'KdcCluster') continue
            expect((entry.blocks ?? []).length).toBeLessThanOrEqual(entry.spec.blocks)
            const former = before.books.get(namespace)?.get(key)
            if (former?.kind !== 'KdcCluster' || !isHeld(former)) continue
            expect(entry.spec.blocks).toBeGreaterThanOrEqual(former.spec.blocks)
            const kept = former.blocks?.map(({ cidr, ordinal }) => `${ordinal} ${cidr}`) ?? []
            const has = entry.blocks?.map(({ cidr, ordinal }) => `${ordinal} ${cidr}`) ?? []
            expect(has.slice(0, kept.length)).toEqual(kept)
          }
      }
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: LIMIT },
  )
})

test('the same commits and facts give the same bytes, whatever the order of files', () => {
  fc.assert(
    fc.property(events, (all) => {
      const world = begin()
      const requests: CommitRequest[] = []
      const trees = [world.tree]
      for (const event of all) {
        if (event.kind === 'commit') world.commit(event.changes)
        else world.report(factsOf(world, event))
        const files = Object.fromEntries([...world.files].toReversed())
        const { source, facts } = world
        requests.push({ head: treeOf(files), state: new Map(), source, facts, engine })
        trees.push(world.tree)
      }
      for (const [n, request] of requests.entries()) {
        const state = trees[n] ?? new Map()
        expect(planCommit({ ...request, state }).tree).toEqual(trees[n + 1])
      }
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: LIMIT },
  )
})
