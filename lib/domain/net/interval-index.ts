import type { Item } from './interval-chunk.ts'
import { IntervalList } from './interval-list.ts'
import type { Range } from './range.ts'

/**
 * Answers which of many ranges one touches, while they come one by one. Its ranges may overlap
 * each other and be equal. An insert or a question takes time by the logarithm of their count.
 */
export class IntervalIndex<T> {
  readonly #lists = { IPv4: new IntervalList<T>(), IPv6: new IntervalList<T>() }

  insert(range: Range, value: T): void {
    this.#lists[range.family].insert(range, value)
  }

  /**
   * Of the ranges that overlap `range` the one with the lowest first address, then the lowest
   * last address, then the one inserted first.
   */
  firstOverlap(range: Range): Item<T> | undefined {
    return this.#lists[range.family].firstOverlap(range)
  }

  /** Removes a range that stands for `value`, of several the last inserted; whether there was one. */
  remove(range: Range, value: T): boolean {
    return this.#lists[range.family].remove(range, value)
  }
}
