import { type Cidr, parseCidr } from '../net/cidr.ts'
import { blockAt, indexOfBlock } from './blocks.ts'
import { arenaSlots } from './delegation.ts'
import { blocksIn } from './vip-block.ts'

/** A block that somebody uses though the ledger knows of nobody, as facts show. */
export interface ForeignUse {
  /** `SwitchLBRule web`, or `Service shop/web in cluster "solar"`. */
  readonly holder: string
  /** The cluster of this project that alone uses it: it gets this very block. */
  readonly cluster?: string
}

/** One arena while blocks are given out of its pool: the lowest free one, as long as there are slots. */
export class ArenaBook {
  readonly #pool: Cidr | undefined
  readonly #blocks: number
  readonly #taken = new Set<number>()
  readonly #foreign: ReadonlyMap<number, ForeignUse>
  /** Blocks that a cluster uses already, the lowest last. */
  readonly #own: ReadonlyMap<string, number[]>
  #slots = 0
  #next = 0

  /** `held` are blocks of any phase: each has a slot. */
  constructor(
    pool: string,
    held: Iterable<string>,
    foreign: ReadonlyMap<number, ForeignUse> = new Map(),
  ) {
    this.#pool = parseCidr(pool)
    this.#blocks = this.#pool === undefined ? 0 : blocksIn(this.#pool)
    this.#foreign = foreign
    this.#own = ownBlocks(foreign)
    for (const cidr of held) {
      const index = this.#pool && indexOfBlock(this.#pool, cidr)
      if (index !== undefined) this.#taken.add(index)
      this.#slots += 1
    }
  }

  /** A block for a cluster: one that it uses already, else the lowest that nobody has; undefined: no slot or no block is left. */
  give(cluster: string): string | undefined {
    if (this.#pool === undefined || this.#slots >= arenaSlots) return undefined
    const own = this.#ownOf(cluster)
    while (own === undefined && this.#isTaken(this.#next)) this.#next += 1
    const index = own ?? this.#next
    if (index >= this.#blocks) return undefined
    this.#taken.add(index)
    this.#slots += 1
    return blockAt(this.#pool, index)
  }

  /** Which of the two limits is reached, with its number (both hold; whichever is reached is the one named). */
  whyFull(pool: string): string {
    if (this.#slots >= arenaSlots) return `all ${arenaSlots} claim slots of the arena are taken`
    const strangers = new Set(this.#foreign.keys()).difference(this.#taken).size
    const seen = strangers === 0 ? '' : `, ${strangers} of them by what only the cluster knows`
    return `all ${this.#blocks} blocks of ${pool} are taken${seen}`
  }

  #ownOf(cluster: string): number | undefined {
    const own = this.#own.get(cluster) ?? []
    for (let index = own.pop(); index !== undefined; index = own.pop())
      if (!this.#taken.has(index)) return index
    return undefined
  }

  #isTaken(index: number): boolean {
    return this.#taken.has(index) || this.#foreign.has(index)
  }
}

const none: ReadonlyMap<string, number[]> = new Map()

function ownBlocks(foreign: ReadonlyMap<number, ForeignUse>): ReadonlyMap<string, number[]> {
  if (foreign.size === 0) return none
  const own = new Map<string, number[]>()
  for (const [index, { cluster }] of [...foreign].toSorted(([a], [b]) => b - a)) {
    if (cluster === undefined) continue
    const blocks = own.get(cluster) ?? []
    own.set(cluster, blocks)
    blocks.push(index)
  }
  return own
}
