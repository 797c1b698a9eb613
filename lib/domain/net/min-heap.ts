/** Gives back the lowest of the values put in; adding and removing take logarithmic time. */
export class MinHeap<V extends number | bigint> {
  readonly #values: V[] = []

  get lowest(): V | undefined {
    return this.#values[0]
  }

  add(value: V): void {
    const values = this.#values
    let at = values.length
    values.push(value)
    while (at > 0) {
      const parent = (at - 1) >> 1
      if ((values[parent] as V) <= value) break
      values[at] = values[parent] as V
      at = parent
    }
    values[at] = value
  }

  removeLowest(): void {
    const values = this.#values
    const moved = values.pop()
    if (moved === undefined || values.length === 0) return
    let at = 0
    for (let child = 1; child < values.length; child = at * 2 + 1) {
      const right = values[child + 1]
      if (right !== undefined && right < (values[child] as V)) child++
      if ((values[child] as V) >= moved) break
      values[at] = values[child] as V
      at = child
    }
    values[at] = moved
  }
}
