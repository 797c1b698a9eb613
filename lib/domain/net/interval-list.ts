import { Chunk, type Item } from './interval-chunk.ts'
import { roundedFirst, roundedLast } from './numbers.ts'
import { compareRanges, type Range } from './range.ts'

/**
 * The ranges of one family as a row of sorted chunks. Arrays beside the row hold, a number a
 * chunk, what a search needs, so that it touches one chunk only.
 */
export class IntervalList<T> {
  readonly #chunks: Chunk<T>[] = []
  /** The rounded first address of each chunk's first item. */
  readonly #starts: number[] = []
  /** The highest last address up to and with each chunk: it never falls, so it can be searched. */
  readonly #reaches: bigint[] = []
  readonly #roundedReaches: number[] = []

  /** Takes time by the logarithm of the count, and a step a chunk that the range is first to span. */
  insert(range: Range, value: T): void {
    if (this.#chunks.length === 0) this.#addChunk(0, new Chunk())
    const first = roundedFirst(range)
    let at = Math.max(0, this.#chunksUpTo(range, first) - 1)
    if (this.#chunk(at).isFull) {
      this.#addChunk(at + 1, this.#chunk(at).split())
      this.#findReaches(at)
      if (compareRanges((this.#chunk(at + 1).at(0) as Item<T>).range, range) <= 0) at++
    }
    const chunk = this.#chunk(at)
    const place = chunk.placeOf(range, first)
    chunk.insertAt(place, { range, value })
    if (place === 0) this.#starts[at] = first
    this.#spread(at, range)
  }

  /** Of the items that overlap `range` the first in the order of the list. */
  firstOverlap(range: Range): Item<T> | undefined {
    const rounded = roundedFirst(range)
    let low = 0
    let high = this.#chunks.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#reachesTo(middle, range.first, rounded)) high = middle
      else low = middle + 1
    }
    return this.#chunks[low]?.firstOverlap(range, rounded, roundedLast(range))
  }

  /** Removes one item; walks over the items of the very same range. */
  remove(range: Range, value: T): boolean {
    const first = roundedFirst(range)
    for (let at = this.#chunksUpTo(range, first) - 1; at >= 0; at--) {
      const chunk = this.#chunk(at)
      for (let place = chunk.placeOf(range, first) - 1; place >= 0; place--) {
        const item = chunk.at(place) as Item<T>
        if (compareRanges(item.range, range) !== 0) return false
        if (item.value !== value) continue
        chunk.removeAt(place)
        this.#afterRemoval(at)
        return true
      }
    }
    return false
  }

  #chunk(at: number): Chunk<T> {
    return this.#chunks[at] as Chunk<T>
  }

  /** How many chunks start at `range` or before it. */
  #chunksUpTo(range: Range, first: number): number {
    let low = 0
    let high = this.#chunks.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#startsAfter(middle, range, first)) high = middle
      else low = middle + 1
    }
    return low
  }

  #startsAfter(at: number, range: Range, first: number): boolean {
    const start = this.#starts[at] as number
    if (start !== first) return start > first
    const item = this.#chunk(at).at(0)
    return item !== undefined && compareRanges(item.range, range) > 0
  }

  #reachesTo(at: number, bound: bigint, rounded: number): boolean {
    const reach = this.#roundedReaches[at] as number
    return reach === rounded ? (this.#reaches[at] as bigint) >= bound : reach > rounded
  }

  #addChunk(at: number, chunk: Chunk<T>): void {
    this.#chunks.splice(at, 0, chunk)
    this.#starts.splice(at, 0, Number(chunk.at(0)?.range.first ?? 0n))
    // What a chunk is split off from reached this far; the lower half is looked at anew.
    this.#reaches.splice(at, 0, this.#reaches[at - 1] ?? -1n)
    this.#roundedReaches.splice(at, 0, this.#roundedReaches[at - 1] ?? -1)
  }

  /** Tells the chunks from `at` on that `range` is in them or before them. */
  #spread(at: number, range: Range): void {
    const { last } = range
    const rounded = roundedLast(range)
    for (let next = at; next < this.#chunks.length; next++) {
      if (this.#reachesTo(next, last, rounded)) return
      this.#reaches[next] = last
      this.#roundedReaches[next] = rounded
    }
  }

  #afterRemoval(at: number): void {
    const start = this.#chunk(at).at(0)?.range.first
    if (start !== undefined) {
      this.#starts[at] = Number(start)
    } else {
      const rows = [this.#chunks, this.#starts, this.#reaches, this.#roundedReaches]
      for (const row of rows) row.splice(at, 1)
    }
    this.#findReaches(at)
  }

  /** Finds the reaches anew from the chunk `at` on, up to the first that comes out as it was. */
  #findReaches(at: number): void {
    let reach = this.#reaches[at - 1] ?? -1n
    for (let next = at; next < this.#chunks.length; next++) {
      const own = this.#chunk(next).reach()
      if (own > reach) reach = own
      if (this.#reaches[next] === reach) return
      this.#reaches[next] = reach
      this.#roundedReaches[next] = Number(reach)
    }
  }
}
