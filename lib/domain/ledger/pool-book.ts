import { type Address, formatAddress, parseAddress } from '../net/address.ts'
import { Occupancy } from '../net/occupancy.ts'
import { type RangeSet, rangeSet, setContains, setSize, subtract } from '../net/range-set.ts'
import { type Fill, fillOf } from './fill.ts'
import { partOfText, partRange } from './part.ts'
import type { Holder, PartCount, PoolIndex } from './pool-index.ts'

/**
 * One pool while it is being planned: who holds which address, and the lowest free one.
 *
 * Parts of the index that were not read are passed over: whoever plans reads those that a change can touch.
 */
export class PoolBook {
  readonly name: string
  readonly usable: RangeSet
  /** Names of the parts that were read. */
  readonly readParts: readonly string[]
  readonly #counts: Map<string, PartCount>
  readonly #parts = new Map<string, Map<string, Holder>>()
  readonly #foreign = new Map<string, string>()
  readonly #occupancy: Occupancy

  constructor(name: string, usable: RangeSet, index: PoolIndex) {
    this.name = name
    this.usable = usable
    this.readParts = [...index.parts.keys()]
    this.#counts = new Map(index.counts)
    for (const [part, holders] of index.parts) this.#parts.set(part, new Map(holders))
    const unread = [...index.counts.keys()].filter((part) => !index.parts.has(part))
    const ranges = unread.map(partRange).filter((range) => range !== undefined)
    this.#occupancy = new Occupancy(
      ranges.length === 0 ? usable : subtract(usable, rangeSet(ranges)),
    )
    for (const holders of index.parts.values()) {
      for (const text of holders.keys()) this.#occupy(text)
    }
  }

  /** Who has the address by the ledger; undefined for nobody and for foreign holders. */
  holderOf(address: string): Holder | undefined {
    const part = partOfText(address)
    return part === undefined ? undefined : this.#parts.get(part)?.get(address)
  }

  /** Who has the address though no claim explains it, as a cluster reported. */
  foreignHolderOf(address: string): string | undefined {
    return this.#foreign.get(address)
  }

  /** Whether it is known who has the address: its part was read, or nobody has anything in it. */
  isKnown(address: string): boolean {
    const part = partOfText(address)
    return part !== undefined && (this.#parts.has(part) || !this.#counts.has(part))
  }

  isUsable(address: string): boolean {
    const parsed = parseAddress(address)
    return parsed !== undefined && setContains(this.usable, parsed)
  }

  /** Gives the address to the holder, whoever had it before. */
  take(address: string, holder: string): void {
    this.#put(address, { holder, leaving: false })
  }

  /** Marks the address as given back, not yet free. */
  leave(address: string): void {
    const held = this.holderOf(address)
    if (held) this.#put(address, { ...held, leaving: true })
  }

  free(address: string): void {
    const parsed = parseAddress(address)
    const name = partOfText(address)
    const part = name === undefined ? undefined : this.#parts.get(name)
    const held = part?.get(address)
    if (!parsed || name === undefined || held === undefined) return
    part?.delete(address)
    this.#count(name, held, -1)
    if (!this.#foreign.has(address)) this.#occupancy.release(parsed)
  }

  /** Notes an address that facts show in use and that no claim holds. */
  noteForeign(address: string, holder: string): void {
    this.#foreign.set(address, holder)
    this.#occupy(address)
  }

  foreign(): ReadonlyMap<string, string> {
    return this.#foreign
  }

  /** The lowest address that nobody has; undefined when the pool is full. */
  lowestFree(family: Address['family'] = 'IPv4'): string | undefined {
    const address = this.#occupancy.nextFree(family)
    return address && formatAddress(address)
  }

  /** How many addresses claims hold; strangers and what is on its way out do not count. */
  allocations(): number {
    return this.#counts.values().reduce((sum, { used }) => sum + used, 0)
  }

  fill(family: Address['family']): Fill {
    const isOurs = (name: string) => (name.includes(':') ? 'IPv6' : 'IPv4') === family
    let used = 0
    let leaving = 0
    for (const [part, count] of this.#counts) {
      if (!isOurs(part)) continue
      used += count.used
      leaving += count.leaving
    }
    used += [...this.#foreign.keys()].filter((a) => isOurs(a) && !this.holderOf(a)).length
    return fillOf(setSize(this.usable, family), BigInt(used), BigInt(leaving))
  }

  /** The index as it is now. Parts that nobody holds anything in are gone. */
  index(): PoolIndex {
    const counts = [...this.#counts].filter(([, count]) => count.used + count.leaving > 0)
    const parts = [...this.#parts].filter(([, holders]) => holders.size > 0)
    return { counts: new Map(counts), parts: new Map(parts) }
  }

  #put(address: string, holder: Holder): void {
    const parsed = parseAddress(address)
    const name = partOfText(address)
    if (parsed === undefined || name === undefined) return
    const part = this.#parts.get(name) ?? new Map<string, Holder>()
    this.#parts.set(name, part)
    const before = part.get(address)
    if (before) this.#count(name, before, -1)
    part.set(address, holder)
    this.#count(name, holder, 1)
    this.#occupancy.take(parsed)
  }

  #count(part: string, holder: Holder, by: 1 | -1): void {
    const { used, leaving } = this.#counts.get(part) ?? { used: 0, leaving: 0 }
    this.#counts.set(part, {
      used: holder.leaving ? used : used + by,
      leaving: holder.leaving ? leaving + by : leaving,
    })
  }

  #occupy(text: string): void {
    const parsed = parseAddress(text)
    if (parsed) this.#occupancy.take(parsed)
  }
}
