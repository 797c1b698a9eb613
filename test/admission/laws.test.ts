import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { platformOf } from '../../lib/domain/claims/platform-of.ts'
import { type Entry, holderName, isHeld } from '../../lib/domain/ledger/entry.ts'
import { parseAddress } from '../../lib/domain/net/address.ts'
import { setContains } from '../../lib/domain/net/range-set.ts'
import { check } from '../../lib/pipeline/check.ts'
import { engine, World } from '../plan/world.ts'
import { treeOf } from '../read/tree-of.ts'
import { ask } from './ask.ts'
import { keyOf, layOut, layouts, repositories } from './generate.ts'

const numRuns = process.env['LONG'] === undefined ? 60 : 1_500
const options = { numRuns, seed: 20_261_129 }

test('the order of files, documents and keys decides nothing', () => {
  fc.assert(
    fc.property(repositories, layouts, layouts, (wishes, one, two) => {
      const [first, second] = [one, two].map((seed) => judge(layOut(wishes, seed)))
      expect(second).toEqual(first)
    }),
    options,
  )
})

test('planning again changes nothing', () => {
  fc.assert(
    fc.property(repositories, layouts, (wishes, seed) => {
      const world = new World(layOut(wishes, seed))
      world.commit()
      const before = ledger(world)
      world.commit()
      expect(ledger(world)).toEqual(before)
    }),
    options,
  )
})

test('another way of writing the same is no change, and refuses nothing', () => {
  fc.assert(
    fc.property(repositories, layouts, layouts, (wishes, one, two) => {
      const [base, head] = [one, two].map((seed) => treeOf(layOut(wishes, seed)))
      if (base === undefined || head === undefined) throw new Error('two layouts make two trees')
      const { report } = check({ base, head, engine })
      expect(report.changes).toEqual([])
      expect([
        report.verdict,
        report.findings.filter(({ severity }) => severity !== 'info'),
      ]).toEqual(['accept', []])
      const same = check({ base, head: base, engine }).report
      expect([same.changes, same.allocations, same.verdict]).toEqual([[], [], 'accept'])
    }),
    options,
  )
})

test('nothing that is added anywhere moves what is held', () => {
  fc.assert(
    fc.property(repositories, repositories, layouts, (wishes, more, seed) => {
      const world = new World(layOut(wishes, seed))
      world.commit()
      const before = held(world)
      const known = new Set(wishes.map(keyOf))
      const fresh = more.filter((wish) => !known.has(keyOf(wish)))
      const files = layOut([...wishes, ...fresh], seed + 1)
      world.commit({ ...gone(world), ...files })
      const after = held(world)
      for (const [name, address] of before) expect([name, after.get(name)]).toEqual([name, address])
    }),
    options,
  )
})

test('what goes in one environment moves nothing in another', () => {
  fc.assert(
    fc.property(repositories, layouts, fc.nat(23), (wishes, seed, n) => {
      const world = new World(layOut(wishes, seed))
      world.commit()
      const before = held(world)
      const leaver = wishes[n % wishes.length]
      const left = wishes.filter((wish) => wish !== leaver)
      world.commit({ ...gone(world), ...layOut(left, seed) })
      const after = held(world)
      for (const [name, address] of before) {
        if (name.includes(` ${leaver?.namespace}/`)) continue
        expect([name, after.get(name)]).toEqual([name, address])
      }
    }),
    options,
  )
})

test('nobody gets an address outside its pool, or one that is held back', () => {
  fc.assert(
    fc.property(repositories, layouts, (wishes, seed) => {
      // That no address has two holders is held at every commit of a world.
      const world = new World(layOut(wishes, seed))
      world.commit()
      const networking = world.state.platform as Parameters<typeof platformOf>[0]
      const { networks, pools } = platformOf(networking)
      const usable = new Map(
        [...networks.flatMap(({ subnets }) => subnets), ...pools].map((one) => [
          one.name,
          one.usable,
        ]),
      )
      for (const { pool = '', address = '' } of entries(world)) {
        const parsed = parseAddress(address)
        if (parsed === undefined) continue
        const room = usable.get(pool)
        expect([pool, address, room && setContains(room, parsed)]).toEqual([pool, address, true])
      }
    }),
    options,
  )
})

/** All that a check says but places, which follow the layout. */
function judge(head: Readonly<Record<string, string>>) {
  const { report, after } = ask({ head })
  const findings = report.findings
    .map(({ rule, severity, object, field, value, message, hint }) =>
      JSON.stringify({ rule, severity, object, field, value, message, hint }),
    )
    .toSorted()
  return { ...report, findings, after: [...after()].toSorted(byPath) }
}

function byPath([a]: readonly [string, string], [b]: readonly [string, string]): number {
  return a < b ? -1 : 1
}

function ledger(world: World): readonly (readonly [string, string])[] {
  return [...world.tree].filter(([path]) => path !== 'state.yaml').toSorted(byPath)
}

function entries(world: World): readonly (Entry & { readonly id: string })[] {
  return [...world.state.books].flatMap(([namespace, book]) =>
    [...book.values()].map((entry) => ({ ...entry, id: holderName(namespace, entry) })),
  )
}

/** Who holds what, by name. */
function held(world: World): ReadonlyMap<string, string> {
  const holders = entries(world).filter((entry) => isHeld(entry))
  return new Map(holders.map(({ id, pool, address }) => [id, `${pool} ${address}`]))
}

/** Every file taken away. */
function gone(world: World): Record<string, undefined> {
  return Object.fromEntries([...world.files.keys()].map((path) => [path, undefined]))
}
