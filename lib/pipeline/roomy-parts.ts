import { partOf, partRange } from '../domain/ledger/part.ts'
import type { PoolIndex } from '../domain/ledger/pool-index.ts'
import type { Range } from '../domain/net/range.ts'
import { intersect, type RangeSet, rangeSet, setSize } from '../domain/net/range-set.ts'

/** Parts in address order that are in use and not full, until what they and the unused ones between have is enough. */
export function roomyParts(usable: RangeSet, index: PoolIndex, draws: number): readonly string[] {
  const parts: string[] = []
  let room = 0n
  for (const range of usable.ranges) {
    for (let at = range.first; at <= range.last && room < BigInt(draws); ) {
      const part = partOf({ family: range.family, value: at })
      const whole = partRange(part)
      if (whole === undefined) break
      const free = freeIn(usable, whole, index.counts.get(part))
      if (free > 0n && index.counts.has(part)) parts.push(part)
      room += free
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

/** The parts that the ranges of a set begin and end in. */
export function endsOf({ ranges }: RangeSet): readonly string[] {
  return ranges.flatMap(({ family, first, last }) =>
    [first, last].map((value) => partOf({ family, value })),
  )
}
