/** A set of addresses of one family that can say which address is the next one not in it. */
export interface Taken<V extends number | bigint> {
  has(value: V): boolean
  /** Adds a value; false where it was in the set. */
  add(value: V): boolean
  /** Removes a value; false where it was not in the set. */
  delete(value: V): boolean
  /** The lowest value from `from` on that is not in the set; may lie past the last address. */
  nextAbsent(from: V): V
}

/** IPv4 addresses, a bit each, in leaves of 1,024 that exist where an address was taken. */
export class TakenIPv4 implements Taken<number> {
  readonly #leaves = new Map<number, Uint32Array>()

  has(value: number): boolean {
    const word = this.#leaves.get(value >>> 10)?.[(value >>> 5) & 31] ?? 0
    return ((word >>> (value & 31)) & 1) === 1
  }

  add(value: number): boolean {
    let leaf = this.#leaves.get(value >>> 10)
    if (leaf === undefined) {
      leaf = new Uint32Array(32)
      this.#leaves.set(value >>> 10, leaf)
    }
    return flip(leaf, value, 0)
  }

  delete(value: number): boolean {
    const leaf = this.#leaves.get(value >>> 10)
    return leaf !== undefined && flip(leaf, value, 1)
  }

  nextAbsent(from: number): number {
    let value = from
    for (;;) {
      const leaf = value < 2 ** 32 ? this.#leaves.get(value >>> 10) : undefined
      if (leaf === undefined) return value
      const word = leaf[(value >>> 5) & 31] as number
      const absent = (~word >>> (value & 31)) << (value & 31)
      // The lowest set bit alone is absent & -absent; clz32 tells which it is.
      if (absent !== 0) return value - (value & 31) + 31 - Math.clz32(absent & -absent)
      value += 32 - (value & 31)
    }
  }
}

/** IPv6 addresses by their upper and lower halves: V8 hashes only 64 bits of a bigint. */
export class TakenIPv6 implements Taken<bigint> {
  readonly #halves = new Map<bigint, Set<bigint>>()

  has(value: bigint): boolean {
    return this.#halves.get(value >> 64n)?.has(BigInt.asUintN(64, value)) ?? false
  }

  add(value: bigint): boolean {
    const lower = this.#halves.get(value >> 64n)
    if (lower === undefined) {
      this.#halves.set(value >> 64n, new Set([BigInt.asUintN(64, value)]))
      return true
    }
    const before = lower.size
    return lower.add(BigInt.asUintN(64, value)).size > before
  }

  delete(value: bigint): boolean {
    return this.#halves.get(value >> 64n)?.delete(BigInt.asUintN(64, value)) ?? false
  }

  nextAbsent(from: bigint): bigint {
    let value = from
    while (this.has(value)) value++
    return value
  }
}

/** Flips the bit of `value` where it is `from`; whether it was. */
function flip(leaf: Uint32Array, value: number, from: 0 | 1): boolean {
  const at = (value >>> 5) & 31
  const word = leaf[at] as number
  if (((word >>> (value & 31)) & 1) !== from) return false
  leaf[at] = word ^ (1 << (value & 31))
  return true
}
