import { type Family, parseAddress } from '../net/address.ts'
import { intersect, type RangeSet, rangeSet, setContains, setSize } from '../net/range-set.ts'
import { type Fill, fillOf } from './fill.ts'
import { partRange } from './part.ts'
import type { PoolIndex } from './pool-index.ts'

/** What there is to count of a pool. */
export interface Counted {
  readonly usable: RangeSet
  /** What of it is set aside. */
  readonly kept: RangeSet
  readonly index: Pick<PoolIndex, 'counts' | 'parts'>
  /** Addresses in use that no claim holds. */
  readonly strangers: readonly string[]
  /** Addresses that nobody holds, and that rest. */
  readonly resting: readonly string[]
}

/** How full a pool is; parts that were not read are counted by the index. */
export function fillOfPool(counted: Counted, family: Family): Fill {
  const { usable, kept, index, strangers, resting } = counted
  const isOurs = (name: string) => (name.includes(':') ? 'IPv6' : 'IPv4') === family
  const others = strangers.filter(isOurs)
  let used = others.length
  let leaving = 0
  let reserved = setSize(kept, family) - countIn(kept, others)
  const isCut = reserved > 0n
  for (const [part, count] of index.counts) {
    if (!isOurs(part)) continue
    used += count.used
    leaving += count.leaving
    if (isCut) reserved -= heldOf(kept, part, index)
  }
  // What is set aside is that, whether or not it rests, too.
  const open = resting.filter(isOurs)
  const cooling = countIn(usable, open) - countIn(kept, open)
  const counts = { used: BigInt(used), leaving: BigInt(leaving), cooling, reserved }
  return fillOf(setSize(usable, family), counts)
}

/**
 * How many addresses of a part are held of what is kept. Of a part that was not read all or nothing is kept: whoever
 * plans reads those that are cut.
 */
function heldOf(kept: RangeSet, part: string, { counts, parts }: Counted['index']): bigint {
  const range = partRange(part)
  if (range === undefined) return 0n
  const holders = parts.get(part)
  if (holders !== undefined) return countIn(kept, holders.keys())
  const most = setSize(intersect(kept, rangeSet([range])), range.family)
  const { used = 0, leaving = 0 } = counts.get(part) ?? {}
  const held = BigInt(used + leaving)
  return held < most ? held : most
}

function countIn(set: RangeSet, texts: Iterable<string>): bigint {
  let count = 0n
  for (const text of texts) {
    const address = parseAddress(text)
    if (address !== undefined && setContains(set, address)) count += 1n
  }
  return count
}
