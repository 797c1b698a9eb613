import { MinHeap } from './min-heap.ts'
import type { Taken } from './taken.ts'

/** The bounds of the usable ranges of one family: sorted, disjoint. */
export interface Bounds<V extends number | bigint> {
  readonly firsts: readonly V[]
  readonly lasts: readonly V[]
}

/**
 * The lowest free address of one family.
 *
 * A cursor moves up over the usable ranges and never back: below it a usable address is taken or,
 * if it was released since, in a heap. So a whole run passes over each taken address once.
 */
export class Vacancy<V extends number | bigint> {
  readonly #usable: Bounds<V>
  readonly #taken: Taken<V>
  readonly #released = new MinHeap<V>()
  #cursor: V
  #range = 0
  /** How many usable addresses are taken. */
  takenCount = 0

  constructor(usable: Bounds<V>, taken: Taken<V>, zero: V) {
    this.#usable = usable
    this.#taken = taken
    this.#cursor = zero
  }

  isTaken(value: V): boolean {
    return this.#taken.has(value)
  }

  take(value: V): boolean {
    if (!this.#taken.add(value)) return false
    if (this.#isUsable(value)) this.takenCount++
    if (value === this.#released.lowest) this.#released.removeLowest()
    return true
  }

  release(value: V): void {
    if (!this.#taken.delete(value) || !this.#isUsable(value)) return
    this.takenCount--
    if (value < this.#cursor) this.#released.add(value)
  }

  nextFree(): V | undefined {
    for (;;) {
      const lowest = this.#released.lowest
      if (lowest === undefined) break
      if (!this.#taken.has(lowest)) return lowest
      this.#released.removeLowest()
    }
    const { firsts, lasts } = this.#usable
    for (; this.#range < firsts.length; this.#range++) {
      const first = firsts[this.#range] as V
      this.#cursor = this.#taken.nextAbsent(this.#cursor > first ? this.#cursor : first)
      if (this.#cursor <= (lasts[this.#range] as V)) return this.#cursor
    }
    return undefined
  }

  #isUsable(value: V): boolean {
    const { firsts, lasts } = this.#usable
    let low = 0
    let high = lasts.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((lasts[middle] as V) < value) low = middle + 1
      else high = middle
    }
    return low < firsts.length && (firsts[low] as V) <= value
  }
}
