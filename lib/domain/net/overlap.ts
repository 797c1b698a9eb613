import type { Family } from './address.ts'
import { radixOrder } from './radix-order.ts'
import type { Range } from './range.ts'
import { low32 } from './rounded.ts'

/**
 * Which of many ranges overlap: for every range that overlaps one before it in order of first
 * address (then of place in the list), the pair of that earlier one's index and its own. Of several
 * earlier ones the pair names the one that reaches furthest. IPv4 first, in order of address.
 */
export function overlapsAmong(ranges: readonly Range[]): readonly (readonly [number, number])[] {
  return [...sweep(ranges, 'IPv4'), ...sweep(ranges, 'IPv6')]
}

function sweep(ranges: readonly Range[], family: Family): (readonly [number, number])[] {
  const pairs: (readonly [number, number])[] = []
  let widest = -1
  let reach = -1n
  for (const index of byFirst(ranges, family)) {
    const range = ranges[index] as Range
    if (range.first <= reach) pairs.push([widest, index])
    if (range.last > reach) {
      reach = range.last
      widest = index
    }
  }
  return pairs
}

/** The indexes of the family's ranges by first address, equal ones in the order of the list. */
function byFirst(ranges: readonly Range[], family: Family): Uint32Array {
  const indexes = new Uint32Array(ranges.length)
  let count = 0
  for (let index = 0; index < ranges.length; index++) {
    if (ranges[index]?.family === family) indexes[count++] = index
  }
  let order = indexes.subarray(0, count)
  // From the lowest 32 bits up: each pass keeps the order of the passes before it.
  for (let shift = 0n; shift < (family === 'IPv4' ? 32n : 128n); shift += 32n) {
    const words = new Uint32Array(ranges.length)
    for (const index of order) {
      const { first } = ranges[index] as Range
      words[index] = low32(shift === 0n ? first : first >> shift)
    }
    order = radixOrder(order, words)
  }
  return order
}
