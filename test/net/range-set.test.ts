import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Address, Family } from '../../lib/domain/net/address.ts'
import {
  compareRanges,
  formatRange,
  type Range,
  rangesOverlap,
} from '../../lib/domain/net/range.ts'
import {
  emptySet,
  intersect,
  type RangeSet,
  rangeSet,
  sameSet,
  setContains,
  setOverlap,
  setSize,
  subtract,
  union,
} from '../../lib/domain/net/range-set.ts'
import { address, range } from './given.ts'

/** All addresses there are in the laws: 50 of either family. */
const universe = (['IPv4', 'IPv6'] as const).flatMap((family) =>
  Array.from({ length: 50 }, (_, value): Address => ({ family, value: BigInt(value) })),
)

const ranges = fc
  .tuple(fc.constantFrom<Family>('IPv4', 'IPv6'), fc.nat(49), fc.nat(8))
  .map(([family, first, size]): Range => {
    return { family, first: BigInt(first), last: BigInt(Math.min(49, first + size)) }
  })
const sets = fc.array(ranges, { maxLength: 10 }).map(rangeSet)

function members(set: RangeSet): readonly Address[] {
  return universe.filter((one) => setContains(set, one))
}

/** The set in its one form, built the slow way: an address at a time. */
function built(addresses: readonly Address[]): RangeSet {
  return rangeSet(addresses.map(({ family, value }) => ({ family, first: value, last: value })))
}

test('a set has just the addresses of its ranges, sorted, disjoint and merged', () => {
  fc.assert(
    fc.property(fc.array(ranges, { maxLength: 12 }), (some) => {
      const set = rangeSet(some)
      const wanted = universe.filter(({ family, value }) =>
        some.some((one) => one.family === family && one.first <= value && value <= one.last),
      )
      expect(members(set)).toEqual(wanted)
      expect(set).toEqual(built(wanted))
      expect(set.ranges.toSorted(compareRanges)).toEqual(set.ranges)
      for (const [at, one] of set.ranges.slice(1).entries()) {
        const before = set.ranges[at] as Range
        expect(before.family !== one.family || before.last + 1n < one.first).toBe(true)
      }
    }),
  )
})

test('union, difference and intersection do what they do to each address', () => {
  fc.assert(
    fc.property(sets, sets, (a, b) => {
      const [inA, inB] = [
        (one: Address) => setContains(a, one),
        (one: Address) => setContains(b, one),
      ]
      expect(union(a, b)).toEqual(built(universe.filter((one) => inA(one) || inB(one))))
      expect(subtract(a, b)).toEqual(built(universe.filter((one) => inA(one) && !inB(one))))
      expect(intersect(a, b)).toEqual(built(universe.filter((one) => inA(one) && inB(one))))
    }),
    { numRuns: 500 },
  )
})

test('what is left and what is shared make up the whole', () => {
  fc.assert(
    fc.property(sets, sets, (a, b) => {
      expect(sameSet(union(subtract(a, b), intersect(a, b)), a)).toBe(true)
      expect(intersect(subtract(a, b), b)).toEqual(emptySet)
      expect(sameSet(a, b)).toBe(members(a).length === members(b).length && sameSet(union(a, b), a))
    }),
  )
})

test('a set names its first member that a range overlaps, and counts its addresses', () => {
  fc.assert(
    fc.property(sets, ranges, (set, some) => {
      expect(setOverlap(set, some)).toEqual(set.ranges.find((one) => rangesOverlap(one, some)))
      const counted = members(set).filter(({ family }) => family === some.family).length
      expect(setSize(set, some.family)).toBe(BigInt(counted))
    }),
  )
})

test('the whole of both families is a set of two ranges', () => {
  const everything = ['0.0.0.0..255.255.255.255', '::..ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff']
  const set = rangeSet(everything.map(range))
  expect(setSize(set, 'IPv4')).toBe(1n << 32n)
  expect(setSize(set, 'IPv6')).toBe(1n << 128n)
  expect(subtract(set, set)).toEqual(emptySet)
  expect(setContains(set, address('255.255.255.255'))).toBe(true)
})

test('the last IPv4 address and the first IPv6 one are not neighbours', () => {
  const set = rangeSet([range('255.255.255.255'), range('::')])
  expect(set.ranges.map((one) => formatRange(one, '..'))).toEqual(['255.255.255.255', '::'])
})

test('holes at either end and in the middle are cut out', () => {
  const holes = ['10.0.0.0', '10.0.0.5..10.0.0.6', '10.0.0.255', '::'].map(range)
  const left = subtract(rangeSet([range('10.0.0.0..10.0.0.255')]), rangeSet(holes))
  expect(left.ranges.map((one) => formatRange(one, '..'))).toEqual([
    '10.0.0.1..10.0.0.4',
    '10.0.0.7..10.0.0.254',
  ])
})
