import type { Address, Family } from './address.ts'
import { big32, low32 } from './numbers.ts'
import { type RangeSet, setSize } from './range-set.ts'
import { TakenIPv4, TakenIPv6 } from './taken.ts'
import { Vacancy } from './vacancy.ts'

/**
 * Which addresses of a pool are taken, and which is the next free one. Its size follows the taken
 * addresses, not the pool's: a /0 costs what a /30 does.
 */
export class Occupancy {
  readonly #usable: RangeSet
  readonly #small: Vacancy<number>
  readonly #large: Vacancy<bigint>

  constructor(usable: RangeSet) {
    const small = usable.ranges.filter((range) => range.family === 'IPv4')
    const large = usable.ranges.filter((range) => range.family === 'IPv6')
    this.#usable = usable
    this.#small = new Vacancy(
      {
        firsts: small.map((range) => Number(range.first)),
        lasts: small.map((range) => Number(range.last)),
      },
      new TakenIPv4(),
      0,
    )
    this.#large = new Vacancy(
      { firsts: large.map((range) => range.first), lasts: large.map((range) => range.last) },
      new TakenIPv6(),
      0n,
    )
  }

  /** Takes an address, usable or not; false where it was taken already. */
  take(address: Address): boolean {
    return address.family === 'IPv4'
      ? this.#small.take(low32(address.value))
      : this.#large.take(address.value)
  }

  /** Gives an address back; nothing happens where it was not taken. */
  release(address: Address): void {
    if (address.family === 'IPv4') this.#small.release(low32(address.value))
    else this.#large.release(address.value)
  }

  isTaken(address: Address): boolean {
    return address.family === 'IPv4'
      ? this.#small.isTaken(low32(address.value))
      : this.#large.isTaken(address.value)
  }

  /** The lowest usable address that is not taken; asking does not take it. */
  nextFree(family: Family): Address | undefined {
    if (family === 'IPv4') {
      const value = this.#small.nextFree()
      return value === undefined ? undefined : { family, value: big32(value) }
    }
    const value = this.#large.nextFree()
    return value === undefined ? undefined : { family, value }
  }

  /** How many usable addresses are not taken. */
  freeCount(family: Family): bigint {
    return setSize(this.#usable, family) - this.takenCount(family)
  }

  /** How many usable addresses are taken. */
  takenCount(family: Family): bigint {
    return BigInt((family === 'IPv4' ? this.#small : this.#large).takenCount)
  }
}
