import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Tree } from '../../lib/domain/document.ts'
import type { Facts } from '../../lib/domain/facts.ts'
import { objectsOf } from '../../lib/domain/ledger/release.ts'
import { planCommit } from '../../lib/pipeline/plan-commit.ts'
import { compareStates } from '../../lib/pipeline/recover/compare.ts'
import { asHolders, restart } from '../../lib/pipeline/recover/restart.ts'
import type { StateTree } from '../../lib/pipeline/report.ts'
import { readState } from '../../lib/pipeline/state/read-state.ts'
import { applied } from '../plan/cluster-of.ts'
import { happen, history } from '../plan/history.ts'
import { engine, World } from '../plan/world.ts'

const RUNS = process.env['LONG'] === undefined ? 6 : 300
const LIMIT = process.env['LONG'] === undefined ? 5_000 : 40_000

/** Plans trees of main one after the other, as a replay does. */
function replayed(trees: readonly Tree[], start: StateTree, facts: Facts): StateTree {
  let state = start
  trees.forEach((head, n) => {
    const source = (n + 1).toString(16).padStart(40, '0')
    const plan = planCommit({ head, state, facts: asHolders(facts), source, engine })
    if (plan.commit) state = plan.tree
  })
  return state
}

/** Plays a history and gives every tree of main that came to pass; the cluster has applied the last state. */
function lived(events: Parameters<typeof happen>[1][]) {
  const world = World.of()
  world.byPart = false
  const trees: Tree[] = [world.main]
  for (const event of events) {
    const before = world.source
    happen(world, event)
    if (world.source !== before) trees.push(world.main)
  }
  return { world, trees, facts: applied(world) }
}

test('whatever was lost, no address that a live object has is given to another, and the ledger is sound', () => {
  fc.assert(
    fc.property(history, fc.integer({ min: 0, max: 100 }), (events, share) => {
      const { world, trees, facts } = lived(events)
      // Nothing is left of the state, or what stood there some commits ago.
      const cut = share < 50 ? 0 : Math.floor((trees.length * (share - 50)) / 51)
      const old =
        cut === 0 ? new Map<string, string>() : replayed(trees.slice(0, cut), new Map(), facts)
      const after = replayed(trees.slice(cut), restart(old, facts.generation ?? 0), facts)
      const { value: state, findings } = readState(after, 'whole')
      expect(findings).toEqual([])
      const owners = new Map(facts.holders.map(({ address, holder }) => [address, holder]))
      const given = [...state.books].flatMap(([namespace, book]) =>
        [...book.values()]
          .filter(
            ({ kind, phase, address }) =>
              kind === 'EipClaim' && phase === 'held' && owners.has(address ?? ''),
          )
          .map((entry) => [entry.address, objectsOf(namespace, entry)[0]]),
      )
      expect(given).toEqual(given.map(([address]) => [address, owners.get(address ?? '')]))
      expect(state.generation).toBeGreaterThan(facts.generation ?? 0)
      expect(world.state.generation).toBe(facts.generation)
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: LIMIT },
  )
})

test('a replay from the first commit moves nothing that the cluster has, where no pin, no file that nobody can read and no shared name asks for it', () => {
  const tame = history.map((events) =>
    events.filter(
      (event) =>
        event.kind !== 'commit' ||
        !/v4Ip|a: \[|excludeIPs|99|b-c|a-b/.test(JSON.stringify(event.changes)),
    ),
  )
  fc.assert(
    fc.property(tame, (events) => {
      const { trees, facts } = lived(events)
      const after = readState(
        replayed(trees, restart(new Map(), facts.generation ?? 0), facts),
      ).value
      const books = after.books
      const moved = compareStates({
        before: new Map(),
        base: new Map(),
        after: books,
        facts,
        isExact: false,
      }).filter(({ verdict }) => verdict === 'moves')
      expect(moved).toEqual([])
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: LIMIT },
  )
})
