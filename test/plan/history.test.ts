import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isHeld } from '../../lib/domain/ledger/entry.ts'
import { type CommitRequest, planCommit } from '../../lib/pipeline/plan-commit.ts'
import type { StateTree } from '../../lib/pipeline/report.ts'
import { applied } from './cluster-of.ts'
import { platformFile } from './files.ts'
import { happen, history } from './history.ts'
import { engine, World } from './world.ts'

const RUNS = process.env['LONG'] === undefined ? 6 : 300
/** Milliseconds for one law, failures and their shrinking included. */
const LIMIT = process.env['LONG'] === undefined ? 5_000 : 40_000
const small = '[198.51.100.1..198.51.100.19, 198.51.100.26..198.51.100.254]'

function begin(): World {
  const world = World.of({ 'platform/kmetal.yaml': platformFile({ excludes: small }) })
  world.report(applied(world))
  // Whether a part gives what the whole gives is the matter of scope tests.
  world.byPart = false
  return world
}

/** `EipClaim a/e` → address, of all that is held. */
function holdings(world: World): ReadonlyMap<string, string> {
  const held = new Map<string, string>()
  for (const [namespace, book] of world.state.books) {
    for (const [key, entry] of book)
      if (isHeld(entry) && entry.address !== undefined)
        held.set(`${namespace} ${key}`, entry.address)
  }
  return held
}

function withoutHead(tree: StateTree): StateTree {
  return new Map([...tree].filter(([path]) => path !== 'state.yaml'))
}

function requestOf(world: World, state: StateTree): CommitRequest {
  const { main: head, facts, source } = world
  return { head, state, facts, source, engine }
}

test('whatever happens, nobody who holds an address gets another, and to plan once more changes nothing', () => {
  fc.assert(
    fc.property(history, (events) => {
      const world = begin()
      for (const event of events) {
        const before = holdings(world)
        happen(world, event)
        for (const [name, address] of holdings(world))
          expect([name, before.get(name) ?? address]).toEqual([name, address])
        // The taker of a transfer that failed is a claim like any other from the next plan on.
        if (world.said.includes('error transfer/not-possible')) continue
        const again = planCommit(requestOf(world, world.tree))
        expect(withoutHead(again.tree)).toEqual(withoutHead(world.tree))
      }
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: LIMIT },
  )
})

test('a history planned again, its files in another order, gives the same bytes', () => {
  fc.assert(
    fc.property(history, (events) => {
      const world = begin()
      let replayed = world.tree
      for (const event of events) {
        happen(world, event)
        replayed = replay(world, replayed)
        expect(new Map(replayed)).toEqual(new Map(world.tree))
      }
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: LIMIT },
  )
})

function replay(world: World, state: StateTree): StateTree {
  const request = requestOf(world, new Map([...state].toReversed()))
  return planCommit({ ...request, head: new Map([...request.head].toReversed()) }).tree
}

test('what is let go is gone in the end, and its addresses are free', () => {
  fc.assert(
    fc.property(history, (events) => {
      const world = begin()
      for (const event of events) happen(world, event)
      const gone = [...world.files.keys()].filter((path) => path.startsWith('environments/'))
      world.commit({
        ...Object.fromEntries(gone.map((path) => [path, undefined])),
        'netclaim.yaml': undefined,
      })
      for (let round = 0; round < 4; round += 1) {
        happen(world, { kind: 'let go' })
        for (let step = 0; step < 5; step += 1) happen(world, { kind: 'report', how: 'applied' })
      }
      expect([...world.state.books.keys()]).toEqual([])
      expect(world.objects).toEqual([])
      expect([...world.state.pools.keys()]).toEqual([])
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: LIMIT },
  )
})
