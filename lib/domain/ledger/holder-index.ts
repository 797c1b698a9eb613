import { partOfText } from './part.ts'
import type { Holder, PartCount, PoolIndex } from './pool-index.ts'

/** The index of one pool while it is being planned. Parts that were not read are counted only. */
export class HolderIndex {
  readonly counts: Map<string, PartCount>
  readonly parts = new Map<string, Map<string, Holder>>()

  constructor(index: Pick<PoolIndex, 'counts' | 'parts'>) {
    this.counts = new Map(index.counts)
    for (const [part, holders] of index.parts) this.parts.set(part, new Map(holders))
  }

  at(address: string): Holder | undefined {
    const part = partOfText(address)
    return part === undefined ? undefined : this.parts.get(part)?.get(address)
  }

  /** Whether it is known who has the address: its part was read, or nobody has anything in it. */
  isKnown(address: string): boolean {
    const part = partOfText(address)
    return part !== undefined && (this.parts.has(part) || !this.counts.has(part))
  }

  put(address: string, holder: Holder): void {
    const name = partOfText(address)
    if (name === undefined) return
    const part = this.parts.get(name) ?? new Map<string, Holder>()
    this.parts.set(name, part)
    const before = part.get(address)
    if (before) this.#count(name, before, -1)
    part.set(address, holder)
    this.#count(name, holder, 1)
  }

  /** False: nobody has it. */
  remove(address: string): boolean {
    const name = partOfText(address)
    const part = name === undefined ? undefined : this.parts.get(name)
    const held = part?.get(address)
    if (name === undefined || held === undefined) return false
    part?.delete(address)
    this.#count(name, held, -1)
    return true
  }

  /** The index as it is now. Parts that nobody holds anything in are gone. */
  toIndex(): Pick<PoolIndex, 'counts' | 'parts'> {
    const counts = [...this.counts].filter(([, count]) => count.used + count.leaving > 0)
    const parts = [...this.parts].filter(([, holders]) => holders.size > 0)
    return { counts: new Map(counts), parts: new Map(parts) }
  }

  #count(part: string, holder: Holder, by: 1 | -1): void {
    const { used, leaving } = this.counts.get(part) ?? { used: 0, leaving: 0 }
    this.counts.set(part, {
      used: holder.leaving ? used : used + by,
      leaving: holder.leaving ? leaving + by : leaving,
    })
  }
}
