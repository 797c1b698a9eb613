import { roundedFirst, roundedLast } from './numbers.ts'
import { compareRanges, type Range, rangesOverlap } from './range.ts'

/** One range of an index and what it stands for. */
export interface Item<T> {
  readonly range: Range
  readonly value: T
}

/** How many items a chunk holds: few enough to move in one go, many enough for few chunks. */
const limit = 64

/**
 * Up to 64 items of one family by first address, last address and order of insertion.
 *
 * Beside the items lie their bounds as rounded numbers: where two of these differ, the bounds
 * differ in the same way; only where they are equal are the exact ones looked at.
 */
export class Chunk<T> {
  readonly #items: Item<T>[] = []
  readonly #firsts = new Float64Array(limit)
  readonly #lasts = new Float64Array(limit)
  get size(): number {
    return this.#items.length
  }

  get isFull(): boolean {
    return this.#items.length === limit
  }

  at(index: number): Item<T> | undefined {
    return this.#items[index]
  }

  /** How many items come before a new one of this range; `first` is its rounded first address. */
  placeOf(range: Range, first: number): number {
    let low = 0
    let high = this.#items.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const other = this.#firsts[middle] as number
      const isAfter =
        other === first
          ? compareRanges((this.#items[middle] as Item<T>).range, range) > 0
          : other > first
      if (isAfter) high = middle
      else low = middle + 1
    }
    return low
  }

  /**
   * The item that overlaps `range` if it is the first to end at the range's start or after it:
   * no later one can overlap where that one does not. `start` and `end` are the rounded bounds.
   */
  firstOverlap(range: Range, start: number, end: number): Item<T> | undefined {
    const count = this.#items.length
    for (let index = 0; index < count; index++) {
      const last = this.#lasts[index] as number
      if (last < start) continue
      // Most answers are no; they are given without a look at the item, which may be far away.
      if ((this.#firsts[index] as number) > end) return undefined
      const item = this.#items[index] as Item<T>
      if (item.range.last >= range.first) return rangesOverlap(item.range, range) ? item : undefined
    }
    return undefined
  }

  /** Puts an item at a place that `placeOf` gave; the chunk must not be full. */
  insertAt(place: number, item: Item<T>): void {
    const items = this.#items
    const firsts = this.#firsts
    const lasts = this.#lasts
    items.push(item)
    // One loop over a few dozen items is quicker here than a splice and two copyWithin.
    for (let at = items.length - 1; at > place; at--) {
      items[at] = items[at - 1] as Item<T>
      firsts[at] = firsts[at - 1] as number
      lasts[at] = lasts[at - 1] as number
    }
    items[place] = item
    firsts[place] = roundedFirst(item.range)
    lasts[place] = roundedLast(item.range)
  }

  removeAt(place: number): void {
    this.#firsts.copyWithin(place, place + 1)
    this.#lasts.copyWithin(place, place + 1)
    this.#items.splice(place, 1)
  }

  /** Moves the upper half of the items into a new chunk. */
  split(): Chunk<T> {
    const upper = new Chunk<T>()
    for (const item of this.#items.splice(limit / 2)) upper.#items.push(item)
    upper.#firsts.set(this.#firsts.subarray(limit / 2))
    upper.#lasts.set(this.#lasts.subarray(limit / 2))
    return upper
  }

  /** The highest last address of its items, -1 where it has none. */
  reach(): bigint {
    const count = this.#items.length
    let rounded = -1
    for (let index = 0; index < count; index++) {
      rounded = Math.max(rounded, this.#lasts[index] as number)
    }
    let reach = -1n
    for (let index = 0; index < count; index++) {
      if (this.#lasts[index] !== rounded) continue
      const { last } = (this.#items[index] as Item<T>).range
      if (last > reach) reach = last
    }
    return reach
  }
}
