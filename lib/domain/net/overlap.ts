import { low32 } from './numbers.ts'
import { radixOrder } from './radix-order.ts'
import type { Range } from './range.ts'

type Pair = readonly [number, number]

/**
 * Which of many ranges overlap: for every range that overlaps one before it in order of first
 * address (then of place in the list), the pair of that earlier one's index and its own. Of several
 * earlier ones the pair names the one that reaches furthest. IPv4 first, in order of address.
 */
export function overlapsAmong(ranges: readonly Range[]): readonly Pair[] {
  const small: number[] = []
  const large: number[] = []
  for (let index = 0; index < ranges.length; index++) {
    if (ranges[index]?.family === 'IPv4') small.push(index)
    else large.push(index)
  }
  return [...smallOverlaps(ranges, small), ...largeOverlaps(ranges, large)]
}

/** Copies the bounds of IPv4 ranges side by side first: the ranges lie all over the memory. */
function smallOverlaps(ranges: readonly Range[], indexes: readonly number[]): readonly Pair[] {
  const firsts = new Uint32Array(indexes.length)
  const lasts = new Uint32Array(indexes.length)
  for (let at = 0; at < indexes.length; at++) {
    const range = ranges[indexes[at] as number] as Range
    firsts[at] = low32(range.first)
    lasts[at] = low32(range.last)
  }
  const pairs: Pair[] = []
  let widest = -1
  let reach = -1
  for (const at of radixOrder(counted(indexes.length), firsts)) {
    const last = lasts[at] as number
    if ((firsts[at] as number) <= reach) {
      pairs.push([indexes[widest] as number, indexes[at] as number])
    }
    if (last > reach) {
      reach = last
      widest = at
    }
  }
  return pairs
}

function largeOverlaps(ranges: readonly Range[], indexes: readonly number[]): readonly Pair[] {
  const some = indexes.map((index) => ranges[index] as Range)
  const pairs: Pair[] = []
  let widest = -1
  let reach = -1n
  for (const at of byLargeFirst(some)) {
    const { first, last } = some[at] as Range
    if (first <= reach) pairs.push([indexes[widest] as number, indexes[at] as number])
    if (last > reach) {
      reach = last
      widest = at
    }
  }
  return pairs
}

/** From the lowest 32 bits up: each sort keeps the order of those before it. */
function byLargeFirst(ranges: readonly Range[]): Uint32Array {
  let order = counted(ranges.length)
  for (let shift = 0n; shift < 128n; shift += 32n) {
    const words = new Uint32Array(ranges.length)
    for (const [at, { first }] of ranges.entries()) words[at] = low32(first >> shift)
    order = radixOrder(order, words)
  }
  return order
}

function counted(length: number): Uint32Array<ArrayBuffer> {
  const indexes = new Uint32Array(length)
  for (let index = 0; index < length; index++) indexes[index] = index
  return indexes
}
