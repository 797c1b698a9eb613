import { partOf, partOfText, partRange } from '../domain/ledger/part.ts'
import type { PoolIndex } from '../domain/ledger/pool-index.ts'
import type { Range } from '../domain/net/range.ts'
import { intersect, type RangeSet, rangeSet, setSize } from '../domain/net/range-set.ts'

/** Parts in address order that are in use and not full, until what they and the unused ones between have is enough. */
export function roomyParts(usable: RangeSet, index: PoolIndex, draws: number): readonly string[] {
  const parts: string[] = []
  const resting = restingByPart(index)
  let room = 0n
  for (const range of usable.ranges) {
    for (let at = range.first; at <= range.last && room < BigInt(draws); ) {
      const part = partOf({ family: range.family, value: at })
      const whole = partRange(part)
      if (whole === undefined) break
      const open = freeIn(usable, whole, index.counts.get(part))
      if (open > 0n && index.counts.has(part)) parts.push(part)
      // What rests may be over, and may not: then there is room elsewhere.
      const free = open - BigInt(resting.get(part) ?? 0)
      if (free > 0n) room += free
      at = whole.last + 1n
    }
  }
  return [...new Set(parts)]
}

function freeIn(
  usable: RangeSet,
  part: Range,
  count: { readonly used: number; readonly leaving: number } | undefined,
): bigint {
  const size = setSize(intersect(usable, rangeSet([part])), part.family)
  const free = size - BigInt((count?.used ?? 0) + (count?.leaving ?? 0))
  // What is held of what is kept is counted, too: rather too little room than too much.
  return free < 0n ? 0n : free
}

function restingByPart({ cooling }: PoolIndex): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const address of cooling.keys()) {
    const part = partOfText(address) ?? ''
    counts.set(part, (counts.get(part) ?? 0) + 1)
  }
  return counts
}

/** The parts that the ranges of a set begin and end in. */
export function endsOf({ ranges }: RangeSet): readonly string[] {
  return ranges.flatMap(({ family, first, last }) =>
    [first, last].map((value) => partOf({ family, value })),
  )
}
