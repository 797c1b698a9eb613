/** Numbers from 0 to 1 that look like chance and are the same every time. */
export class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  next(): number {
    this.#state = (this.#state * 1_103_515_245 + 12_345) % 2_147_483_648
    return this.#state / 2_147_483_648
  }

  /** A whole number below `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end)
  }

  /** Takes one out of a list. */
  take<T>(list: T[]): T | undefined {
    return list.splice(this.below(list.length), 1)[0]
  }
}
