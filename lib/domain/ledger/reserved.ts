import type { Address } from '../net/address.ts'
import { IntervalIndex } from '../net/interval-index.ts'
import { overlapsAmong } from '../net/overlap.ts'
import { intersection, type Range, rangeOf } from '../net/range.ts'
import { intersect, type RangeSet, rangeSet } from '../net/range-set.ts'
import type { Platform } from '../platform.ts'
import type { Reservation } from '../reservation.ts'
import { segmentsOf } from '../segments.ts'

/** One entry of a reservation's list. */
export interface KeptRange {
  readonly reservation: Reservation
  /** Which of `spec.addresses` it is. */
  readonly index: number
  readonly range: Range
}

/** Two entries that keep one address for different environments. */
export type Rivals = readonly [KeptRange, KeptRange]

/** What of one pool is kept, and for whom. */
export class Reserved {
  /** What of it the pool could give. */
  readonly ranges: RangeSet
  /** Pairs that disagree, in order of address. What they both keep, nobody gets. */
  readonly rivals: readonly Rivals[]
  readonly #entries = new IntervalIndex<KeptRange>()
  readonly #contested = new IntervalIndex<Rivals>()

  constructor(usable: RangeSet, reservations: readonly Reservation[]) {
    const entries = reservations.flatMap((reservation) =>
      reservation.ranges.map((range, index) => ({ reservation, index, range })),
    )
    this.ranges = intersect(usable, rangeSet(entries.map(({ range }) => range)))
    for (const entry of entries) this.#entries.insert(entry.range, entry)
    this.rivals = rivalsAmong(entries)
    for (const pair of this.rivals) {
      const both = intersection(pair[0].range, pair[1].range)
      if (both !== undefined) this.#contested.insert(both, pair)
    }
  }

  /** What keeps the address from the environment; undefined where nothing does. */
  against(address: Address, environment: string | undefined): KeptRange | undefined {
    const isOthers = ({ reservation }: KeptRange) =>
      reservation.environment === undefined || reservation.environment !== environment
    const rivals = this.#contested.firstOverlap(rangeOf(address))?.value
    if (rivals !== undefined) return rivals.find(isOthers)
    const entry = this.#entries.firstOverlap(rangeOf(address))?.value
    return entry !== undefined && isOthers(entry) ? entry : undefined
  }
}

/** What is kept of each pool of the platform that any reservation names. */
export function reservedIn(
  platform: Platform,
  reservations: readonly Reservation[],
): ReadonlyMap<string, Reserved> {
  const reserved = new Map<string, Reserved>()
  if (reservations.length === 0) return reserved
  const byPool = Map.groupBy(reservations, ({ pool }) => pool)
  for (const { name, usable } of [...segmentsOf(platform).subnets.values(), ...platform.pools]) {
    const own = byPool.get(name)
    if (own !== undefined) reserved.set(name, new Reserved(usable, own))
  }
  return reserved
}

/**
 * Of an address that several entries keep, one pair at least names two that disagree: each entry is held against the
 * earlier one that reaches furthest, and that one keeps every address that any earlier one shares with it.
 */
function rivalsAmong(entries: readonly KeptRange[]): readonly Rivals[] {
  return overlapsAmong(entries.map(({ range }) => range)).flatMap(([a, b]): Rivals[] => {
    const [one, other] = [entries[a], entries[b]]
    if (one === undefined || other === undefined) return []
    if (one.reservation.environment === other.reservation.environment) return []
    return [[one, other]]
  })
}
