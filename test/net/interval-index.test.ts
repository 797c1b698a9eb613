import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Family } from '../../lib/domain/net/address.ts'
import { IntervalIndex } from '../../lib/domain/net/interval-index.ts'
import { overlapsAmong } from '../../lib/domain/net/overlap.ts'
import { compareRanges, type Range, rangesOverlap } from '../../lib/domain/net/range.ts'

/** Where in a family the small universe of a law lies: IPv6 numbers there all round to one. */
const base = { IPv4: 0xffff_f000n, IPv6: (1n << 128n) - 0x200n } as const

function range(family: Family, first: number, size: number): Range {
  const start = base[family] + BigInt(first)
  return { family, first: start, last: start + BigInt(size) }
}

const ranges = fc
  .tuple(fc.constantFrom<Family>('IPv4', 'IPv6'), fc.nat(200), fc.nat(40))
  .map(([family, first, size]) => range(family, first, size))

const wide = fc
  .tuple(fc.bigInt(0n, 0xffff_ffffn), fc.integer({ min: 0, max: 32 }))
  .map(([value, prefix]): Range => {
    const hostBits = (1n << BigInt(32 - prefix)) - 1n
    return { family: 'IPv4', first: value & ~hostBits, last: value | hostBits }
  })

const step = fc.record({
  kind: fc.constantFrom('insert', 'insert', 'insert', 'remove', 'ask'),
  range: fc.oneof(ranges, wide),
  value: fc.nat(3),
})

/** An index that looks at every range it holds. */
class Naive {
  readonly items: { range: Range; value: number }[] = []

  insert(range: Range, value: number): void {
    this.items.push({ range, value })
  }

  firstOverlap(asked: Range): { range: Range; value: number } | undefined {
    let lowest: Naive['items'][number] | undefined
    for (const item of this.items) {
      if (!rangesOverlap(item.range, asked)) continue
      if (lowest === undefined || compareRanges(item.range, lowest.range) < 0) lowest = item
    }
    return lowest
  }

  remove(gone: Range, value: number): boolean {
    const at = this.items.findLastIndex(
      (item) => item.value === value && compareRanges(item.range, gone) === 0,
    )
    if (at >= 0) this.items.splice(at, 1)
    return at >= 0
  }
}

interface Step {
  readonly kind: string
  readonly range: Range
  readonly value: number
}

/** What an index says when it is taken through `steps` and asked after each. */
function answers(index: Naive | IntervalIndex<number>, steps: Iterable<Step>): unknown[] {
  return Array.from(steps, ({ kind, range: some, value }) => {
    if (kind === 'insert') index.insert(some, value)
    const removed = kind === 'remove' ? index.remove(some, value) : undefined
    return { removed, overlap: index.firstOverlap(some) }
  })
}

test('the index answers as one that looks at every range', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
      expect(answers(new IntervalIndex(), steps)).toEqual(answers(new Naive(), steps))
    }),
  )
})

/** Numbers that look random and are the same on every run (Numerical Recipes' generator). */
function* noise(): Generator<number, never> {
  for (let state = 42; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state >>> 8
  }
}

/** Grows to about 700 ranges a family, more than five chunks, and shrinks again. */
function* story(sizes: number): Generator<Step> {
  const random = noise()
  const next = (below: number) => random.next().value % below
  const held: Step[] = []
  for (let turn = 0; turn < 3_000; turn++) {
    const family = next(2) === 0 ? 'IPv4' : 'IPv6'
    const size = next(50) === 0 ? next(sizes * 4) : next(sizes)
    const added = { kind: 'insert', range: range(family, next(200), size), value: next(5) }
    if (turn < 1_800 ? next(9) > 0 : next(9) === 0) {
      held.push(added)
      yield added
    } else {
      const [gone = added] = held.splice(next(held.length + 1), 1)
      yield { ...gone, kind: 'remove' }
    }
  }
}

test.each([
  ['of one size', 1],
  ['of many sizes', 60],
])('an index of many chunks, ranges %s, answers as one that looks at every range', (_, sizes) => {
  expect(answers(new IntervalIndex(), story(sizes))).toEqual(answers(new Naive(), story(sizes)))
})

test('every range that overlaps an earlier one is named, with one it does overlap', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(ranges, wide), { maxLength: 50 }), (all) => {
      const order = all
        .map((_, at) => at)
        .toSorted((a, b) => {
          const [x, y] = [all[a] as Range, all[b] as Range]
          if (x.family !== y.family) return x.family === 'IPv4' ? -1 : 1
          return x.first === y.first ? a - b : x.first < y.first ? -1 : 1
        })
      const late = order.filter((at, place) =>
        order.slice(0, place).some((b) => rangesOverlap(all[at] as Range, all[b] as Range)),
      )
      const pairs = overlapsAmong(all)
      expect(pairs.map(([, later]) => later)).toEqual(late)
      for (const [a, b] of pairs) {
        expect(rangesOverlap(all[a] as Range, all[b] as Range)).toBe(true)
        expect(order.indexOf(a)).toBeLessThan(order.indexOf(b))
      }
    }),
  )
})

test('disjoint ranges give no pair, whatever their order', () => {
  const blocks = Array.from({ length: 500 }, (_, at) => range('IPv6', at, 0))
  expect(overlapsAmong(blocks.toReversed())).toEqual([])
  expect(overlapsAmong([])).toEqual([])
})
