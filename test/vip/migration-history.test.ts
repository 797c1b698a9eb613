import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Facts } from '../../lib/domain/facts.ts'
import { isHeld } from '../../lib/domain/ledger/entry.ts'
import type { State } from '../../lib/domain/ledger/state.ts'
import { rankOf, stepNames } from '../../lib/domain/vip/migration-steps.ts'
import { planCommit } from '../../lib/pipeline/plan-commit.ts'
import { type Changes, engine, type World } from '../plan/world.ts'
import { treeOf } from '../read/tree-of.ts'
import { delegated, proven, seen } from './migrating.ts'
import { migration, migrationPath, newPool } from './migration-file.ts'
import { liveCluster, vipConfig } from './vip-files.ts'

const RUNS = process.env['LONG'] === undefined ? 6 : 200
/** Milliseconds for one law, failures and their shrinking included. */
const LIMIT = process.env['LONG'] === undefined ? 8_000 : 30_000

const oldPool = '10.242.0.0/24'

/** Mostly the next step with what it needs; now and then any step, other pools, or no file at all. */
const stepChange = fc.oneof(
  { weight: 12, arbitrary: fc.constant('next' as const) },
  { weight: 2, arbitrary: fc.constantFrom(...stepNames) },
  { weight: 1, arbitrary: fc.constantFrom('none' as const, 'elsewhere' as const) },
)

const clusterChange = fc
  .record({
    environment: fc.constantFrom('a', 'b'),
    name: fc.constantFrom('c', 'd'),
    blocks: fc.integer({ min: 1, max: 3 }),
    choice: fc.constantFrom('', '', '', 'disabled'),
    isThere: fc.constantFrom(true, true, false),
  })
  .map(({ environment, name, isThere, choice, ...text }): Changes => {
    const more = choice === '' ? text : { ...text, choice }
    const file = isThere ? liveCluster(name, more) : undefined
    return { [`environments/${environment}/${name}.yaml`]: file }
  })

const settingsChange = fc
  .tuple(fc.constantFrom('enable', 'enable', 'observe', 'off'), fc.constantFrom(oldPool, newPool))
  .map(([mode, pool]): Changes => vipConfig(mode, pool))

const report = fc.record({
  kind: fc.constant('report' as const),
  isProven: fc.constantFrom(true, true, false),
  isWhole: fc.constantFrom(true, true, true, false),
  /** Whether something still leads to the first block of the old pool. */
  isMirrored: fc.constantFrom(false, false, false, true),
})

const events = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: stepChange.map((step) => ({ kind: 'step', step }) as const) },
    {
      weight: 1,
      arbitrary: clusterChange.map((changes) => ({ kind: 'commit', changes }) as const),
    },
    {
      weight: 1,
      arbitrary: settingsChange.map((changes) => ({ kind: 'commit', changes }) as const),
    },
    { weight: 8, arbitrary: report },
  ),
  { minLength: 25, maxLength: 45, size: 'max' },
)

type Event = typeof events extends fc.Arbitrary<(infer T)[]> ? T : never

function stepFiles(world: World, step: (Event & { kind: 'step' })['step']): Changes {
  if (step === 'none') return { [migrationPath]: undefined }
  if (step === 'elsewhere') return { [migrationPath]: migration('Revoke', { to: '10.244.0.0/24' }) }
  const { migration: former } = world.state
  const next = former === undefined ? 'Revoke' : (stepNames[rankOf(former.step) + 1] ?? 'Create')
  const wanted = step === 'next' ? next : step
  const pool = wanted === 'Create' ? vipConfig('enable', newPool) : {}
  return { [migrationPath]: migration(wanted), ...pool }
}

function factsOf(world: World, how: Event & { kind: 'report' }): Facts {
  const facts = how.isProven ? proven(world) : seen(world)
  const mirrors = how.isMirrored
    ? [{ address: '10.242.0.1', holder: 'SwitchLBRule stray', vpc: 'a' }]
    : []
  return { ...facts, mirrors, ...(how.isWhole ? {} : { complete: ['Vpc'] }) }
}

function happen(world: World, event: Event): void {
  if (event.kind === 'report') world.report(factsOf(world, event))
  else world.commit(event.kind === 'step' ? stepFiles(world, event.step) : event.changes)
}

/** `a 10.242.0.0/28` → its cluster. Throws where one has two holders. */
function holdersIn({ books }: State): ReadonlyMap<string, string> {
  const holders = new Map<string, string>()
  for (const [namespace, book] of books)
    for (const { name, blocks = [] } of book.values())
      for (const { cidr } of blocks) {
        const key = `${namespace} ${cidr}`
        if (holders.has(key)) throw new Error(`${key} has two holders`)
        holders.set(key, name)
      }
  return holders
}

function begin(): World {
  return delegated({
    'environments/a/c.yaml': liveCluster('c', { blocks: 2 }),
    'environments/b/c.yaml': liveCluster('c'),
  })
}

test('K-077 K-078 K-088 whatever is merged in whatever order, no block is freed without proof, none has two holders, and steps go one by one', () => {
  fc.assert(
    fc.property(events, (all) => {
      const world = begin()
      for (const event of all) {
        const before = world.state
        happen(world, event)
        const after = world.state
        const [had, has] = [holdersIn(before), holdersIn(after)]
        const shown = new Set(world.facts.proven.map(({ vpc, address }) => `${vpc} ${address}`))
        for (const [block, cluster] of had)
          expect([block, has.get(block) === cluster || shown.has(block)]).toEqual([block, true])
        const { migration: was } = before
        const { migration: is } = after
        const moved = is === undefined ? 0 : rankOf(is.step) - (was ? rankOf(was.step) : -1)
        expect([0, 1]).toContain(was?.step === 'Create' ? 0 : moved)
      }
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: LIMIT },
  )
})

test('K-079 K-087 nothing new is given while it goes on, nothing of the old pool after it, and never of a pool that is not in force', () => {
  fc.assert(
    fc.property(events, (all) => {
      const world = begin()
      for (const event of all) {
        const had = holdersIn(world.state)
        happen(world, event)
        const { migration: now, vip, books } = world.state
        const fresh = [...holdersIn(world.state).keys()].filter((block) => !had.has(block))
        const isOpen = now === undefined || now.step === 'Create'
        expect([isOpen, isOpen ? 0 : fresh.length]).toEqual([isOpen, 0])
        expect(now?.step === 'Create' ? vip?.poolCidr : newPool).toBe(newPool)
        const start = vip?.poolCidr.slice(0, 7) ?? ''
        for (const block of fresh) expect(block).toContain(` ${start}`)
        for (const book of books.values())
          for (const entry of book.values())
            for (const { phase } of isOpen || !isHeld(entry) ? [] : (entry.blocks ?? []))
              expect(phase).not.toBe('Bound')
      }
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: LIMIT },
  )
})

/** What `netclaim explain` says to write, until it says nothing more. */
function finish(world: World): void {
  const { vip, migration: former } = world.state
  world.commit(vipConfig('enable', vip?.poolCidr))
  // Who went elsewhere gives that up first, as long as it can be.
  if (former !== undefined && former.to !== newPool) world.commit({ [migrationPath]: undefined })
  for (let round = 0; round < stepNames.length; round += 1) {
    if (world.state.vip?.poolCidr === newPool) return
    world.commit(stepFiles(world, 'next'))
    for (const facts of [seen, proven, proven]) world.report(facts(world))
  }
}

test('K-088 from wherever it came to, it is led to its end: every cluster has what it asks for, of the new pool', () => {
  fc.assert(
    fc.property(events, (all) => {
      const world = begin()
      for (const event of all) happen(world, event)
      finish(world)
      world.commit({
        'environments/a/c.yaml': liveCluster('c', { blocks: 3 }),
        'environments/b/c.yaml': liveCluster('c', { blocks: 3 }),
      })
      world.report(seen(world))
      expect(world.state.vip?.poolCidr).toBe(newPool)
      const blocks = [...holdersIn(world.state)]
      expect(blocks.filter(([block]) => !block.includes(' 10.243.0.'))).toEqual([])
      for (const environment of ['a', 'b'])
        expect(
          blocks.filter(([block, name]) => block.startsWith(`${environment} `) && name === 'c'),
        ).toHaveLength(3)
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: LIMIT },
  )
})

test('K-088 it is resumed from the ledger and the file alone: the same bytes, whoever plans after whatever kill', () => {
  fc.assert(
    fc.property(events, (all) => {
      const world = begin()
      for (const event of all) {
        const state = world.tree
        happen(world, event)
        const { source, facts } = world
        // Another process, which knows neither the tree before nor the order of files.
        const head = treeOf(Object.fromEntries([...world.files].toReversed()))
        const again = planCommit({ head, state, facts, source, engine })
        expect(again.tree).toEqual(world.tree)
        // Killed after the commit: what is planned already is planned once more, and stays.
        const { migration: was } = world.state
        const twice = planCommit({ head, state: again.tree, facts, source, engine })
        expect(twice.findings.filter(({ rule }) => rule === 'vip/withdrawn')).toEqual([])
        expect(was === undefined || twice.tree.get('platform.yaml')?.includes('since:')).toBe(true)
      }
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: LIMIT },
  )
})
