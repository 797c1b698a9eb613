import type { Address, Family } from './address.ts'
import {
  compareRanges,
  intersection,
  type Range,
  rangeOf,
  rangeSize,
  rangesOverlap,
} from './range.ts'

/** A set of addresses as ranges: sorted, IPv4 first, disjoint and with adjacent ones merged. */
export interface RangeSet {
  readonly ranges: readonly Range[]
}

/** The set without an address. */
export const emptySet: RangeSet = { ranges: [] }

/** The set of all addresses of `ranges`, which may overlap and come in any order. */
export function rangeSet(ranges: Iterable<Range>): RangeSet {
  const merged: Range[] = []
  for (const range of [...ranges].sort(compareRanges)) {
    const before = merged.at(-1)
    if (before?.family !== range.family || before.last + 1n < range.first) {
      // Copied, so that a block's prefix does not stay on a range that grows.
      merged.push({ family: range.family, first: range.first, last: range.last })
    } else if (range.last > before.last) {
      merged[merged.length - 1] = { ...before, last: range.last }
    }
  }
  return { ranges: merged }
}

/** What is in `a`, in `b` or in both. */
export function union(a: RangeSet, b: RangeSet): RangeSet {
  return rangeSet([...a.ranges, ...b.ranges])
}

/** What is in `a` but not in `b`. */
export function subtract(a: RangeSet, b: RangeSet): RangeSet {
  const left: Range[] = []
  let next = 0
  for (const { family, first, last } of a.ranges) {
    while (isBefore(b.ranges[next], family, first)) next++
    let from = first
    for (let at = next; from <= last; at++) {
      const hole = b.ranges[at]
      if (hole === undefined || hole.family !== family || hole.first > last) break
      if (hole.first > from) left.push({ family, first: from, last: hole.first - 1n })
      from = hole.last + 1n
      next = at
    }
    if (from <= last) left.push({ family, first: from, last })
  }
  return { ranges: left }
}

/** What is in both `a` and `b`. */
export function intersect(a: RangeSet, b: RangeSet): RangeSet {
  const common: Range[] = []
  let inA = 0
  let inB = 0
  while (inA < a.ranges.length && inB < b.ranges.length) {
    const one = a.ranges[inA] as Range
    const other = b.ranges[inB] as Range
    const shared = intersection(one, other)
    if (shared !== undefined) common.push(shared)
    if (endsFirst(one, other)) inA++
    else inB++
  }
  return { ranges: common }
}

/** Whether `address` is in the set. */
export function setContains(set: RangeSet, address: Address): boolean {
  return setOverlap(set, rangeOf(address)) !== undefined
}

/** The first member of the set that has an address in common with `range`. */
export function setOverlap(set: RangeSet, range: Range): Range | undefined {
  let low = 0
  let high = set.ranges.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(set.ranges[middle], range.family, range.first)) low = middle + 1
    else high = middle
  }
  const found = set.ranges[low]
  return found !== undefined && rangesOverlap(found, range) ? found : undefined
}

/** How many addresses of the family the set has, 0 to 2^128. */
export function setSize(set: RangeSet, family: Family): bigint {
  let size = 0n
  for (const range of set.ranges) if (range.family === family) size += rangeSize(range)
  return size
}

/** Whether two sets hold the same addresses. */
export function sameSet(a: RangeSet, b: RangeSet): boolean {
  return (
    a.ranges.length === b.ranges.length &&
    a.ranges.every((range, index) => compareRanges(range, b.ranges[index] as Range) === 0)
  )
}

/** Whether `range` ends before the address `value` of `family` comes. */
function isBefore(range: Range | undefined, family: Family, value: bigint): boolean {
  if (range === undefined) return false
  return range.family === family ? range.last < value : range.family === 'IPv4'
}

function endsFirst(a: Range, b: Range): boolean {
  return a.family === b.family ? a.last < b.last : a.family === 'IPv4'
}
