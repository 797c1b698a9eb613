import { compareRanges, type Range } from './range.ts'

/** One range of an index and what it stands for. */
export interface Item<T> {
  readonly range: Range
  readonly value: T
}

/** How many items a chunk holds: few enough to move in one go, many enough for few chunks. */
const limit = 128

/**
 * Up to 128 items of one family by first address, last address and order of insertion.
 *
 * Beside the items lie their bounds as rounded numbers: where two of these differ, the bounds
 * differ in the same way; only where they are equal are the exact ones looked at.
 */
export class Chunk<T> {
  readonly #items: Item<T>[] = []
  readonly #firsts = new Float64Array(limit)
  readonly #lasts = new Float64Array(limit)
  /** The highest last address of its items. */
  reach = -1n

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

  /** The first item that ends at `bound` or after it; there is one where `reach` is not before. */
  firstReaching(bound: bigint, rounded: number): Item<T> | undefined {
    const count = this.#items.length
    for (let index = 0; index < count; index++) {
      const last = this.#lasts[index] as number
      if (last < rounded) continue
      const item = this.#items[index] as Item<T>
      if (last > rounded || item.range.last >= bound) return item
    }
    return undefined
  }

  /** Puts an item at a place that `placeOf` gave; the chunk must not be full. */
  insertAt(place: number, item: Item<T>): void {
    const count = this.#items.length
    this.#firsts.copyWithin(place + 1, place, count)
    this.#lasts.copyWithin(place + 1, place, count)
    this.#items.splice(place, 0, item)
    this.#firsts[place] = Number(item.range.first)
    this.#lasts[place] = Number(item.range.last)
    if (item.range.last > this.reach) this.reach = item.range.last
  }

  removeAt(place: number): void {
    this.#firsts.copyWithin(place, place + 1)
    this.#lasts.copyWithin(place, place + 1)
    this.#items.splice(place, 1)
    this.#findReach()
  }

  /** Moves the upper half of the items into a new chunk. */
  split(): Chunk<T> {
    const upper = new Chunk<T>()
    for (const item of this.#items.splice(limit / 2)) upper.insertAt(upper.size, item)
    this.#findReach()
    return upper
  }

  #findReach(): void {
    this.reach = -1n
    for (const { range } of this.#items) if (range.last > this.reach) this.reach = range.last
  }
}
