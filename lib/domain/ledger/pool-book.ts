import { type Address, formatAddress, parseAddress } from '../net/address.ts'
import { Occupancy } from '../net/occupancy.ts'
import { emptySet, type RangeSet, rangeSet, setContains, subtract } from '../net/range-set.ts'
import { type Cooling, type Rest, stillCooling } from './cooling.ts'
import type { Fill } from './fill.ts'
import { HolderIndex } from './holder-index.ts'
import { partRange } from './part.ts'
import { fillOfPool } from './pool-fill.ts'
import type { Holder, PoolIndex } from './pool-index.ts'
import type { PoolShape } from './pool-shape.ts'
import type { KeptRange, Reserved } from './reserved.ts'

/**
 * One pool while it is being planned: who holds which address, and the lowest free one.
 *
 * Parts of the index that were not read are passed over: whoever plans reads those that a change can touch.
 */
export class PoolBook {
  readonly name: string
  readonly usable: RangeSet
  readonly reserved: Reserved | undefined
  readonly rest: Rest
  /** Names of the parts that were read. */
  readonly readParts: readonly string[]
  readonly #held: HolderIndex
  readonly #cooling: Map<string, Cooling>
  readonly #foreign = new Map<string, string>()
  readonly #occupancy: Occupancy

  constructor({ name, usable, reserved, rest = { after: 0 } }: PoolShape, index: PoolIndex) {
    this.name = name
    this.usable = usable
    this.reserved = reserved
    this.rest = rest
    this.#cooling = new Map(stillCooling(index.cooling, rest))
    this.readParts = [...index.parts.keys()]
    this.#held = new HolderIndex(index)
    const unread = [...index.counts.keys()].filter((part) => !index.parts.has(part))
    const ranges = unread.map(partRange).filter((range) => range !== undefined)
    const closed = [...ranges, ...(reserved?.ranges.ranges ?? [])]
    this.#occupancy = new Occupancy(
      closed.length === 0 ? usable : subtract(usable, rangeSet(closed)),
    )
    for (const holders of index.parts.values()) {
      for (const text of holders.keys()) this.#occupy(text)
    }
    for (const text of this.#cooling.keys()) this.#occupy(text)
  }

  /** Who has the address by the ledger; undefined for nobody and for foreign holders. */
  holderOf(address: string): Holder | undefined {
    return this.#held.at(address)
  }

  /** Who has the address though no claim explains it, as a cluster reported. */
  foreignHolderOf(address: string): string | undefined {
    return this.#foreign.get(address)
  }

  /** Whether it is known who has the address: its part was read, or nobody has anything in it. */
  isKnown(address: string): boolean {
    return this.#held.isKnown(address)
  }

  isUsable(address: string): boolean {
    const parsed = parseAddress(address)
    return parsed !== undefined && setContains(this.usable, parsed)
  }

  /** The reservation that keeps the address from the environment; undefined where none does. */
  keptFrom(address: string, environment: string | undefined): KeptRange | undefined {
    const parsed = this.reserved === undefined ? undefined : parseAddress(address)
    return parsed && this.reserved?.against(parsed, environment)
  }

  /** Gives the address to the holder, whoever had it before. */
  take(address: string, holder: string): void {
    this.#held.put(address, { holder, leaving: false })
    this.#cooling.delete(address)
    this.#occupy(address)
  }

  /** Marks the address as given back, not yet free. */
  leave(address: string): void {
    const held = this.holderOf(address)
    if (held) this.#held.put(address, { ...held, leaving: true })
  }

  /** Takes the address from its holder; it rests if anything does. */
  free(address: string): void {
    const parsed = parseAddress(address)
    const former = this.holderOf(address)
    if (!parsed || former === undefined) return
    this.#held.remove(address)
    const { after, time } = this.rest
    if (after > 0) this.#cooling.set(address, { holder: former.holder, freed: time ?? 0 })
    else if (!this.#foreign.has(address)) this.#occupancy.release(parsed)
  }

  /** Who had the address, where it rests. */
  coolingAt(address: string): Cooling | undefined {
    return this.#cooling.get(address)
  }

  /** Everything that rests. */
  cooling(): ReadonlyMap<string, Cooling> {
    return this.#cooling
  }

  /** Notes an address that facts show in use and that no claim holds. */
  noteForeign(address: string, holder: string): void {
    this.#foreign.set(address, holder)
    this.#occupy(address)
  }

  foreign(): ReadonlyMap<string, string> {
    return this.#foreign
  }

  /** The lowest address that nobody has and nothing keeps; undefined when the pool is full. */
  lowestFree(family: Address['family'] = 'IPv4'): string | undefined {
    const address = this.#occupancy.nextFree(family)
    return address && formatAddress(address)
  }

  /** How many addresses claims hold; strangers and what is on its way out do not count. */
  allocations(): number {
    return this.#held.counts.values().reduce((sum, { used }) => sum + used, 0)
  }

  fill(family: Address['family']): Fill {
    const { usable, reserved } = this
    const index = this.#held
    const strangers = [...this.#foreign.keys()].filter((one) => this.holderOf(one) === undefined)
    const resting = [...this.#cooling.keys()].filter((one) => !this.#foreign.has(one))
    const kept = reserved?.ranges ?? emptySet
    return fillOfPool({ usable, kept, index, strangers, resting }, family)
  }

  /** The index as it is now. Parts that nobody holds anything in are gone. */
  index(): PoolIndex {
    return { ...this.#held.toIndex(), cooling: this.#cooling }
  }

  #occupy(text: string): void {
    const parsed = parseAddress(text)
    if (parsed) this.#occupancy.take(parsed)
  }
}
