import type { ArenaBook } from './arena-book.ts'
import type { VipBlock } from './delegation.ts'
import type { ClusterWish } from './standing.ts'

/** The blocks `had`, and out of `book` as many more as the cluster asks for, as far as there are; by ordinal. */
export function giveBlocks(
  { name, spec }: ClusterWish,
  book: ArenaBook,
  had: readonly VipBlock[],
): readonly VipBlock[] {
  const blocks = [...had]
  const ordinals = new Set(had.filter(isTheirs).map(({ ordinal }) => ordinal))
  for (let ordinal = 1; ordinal <= spec.blocks; ordinal += 1) {
    if (ordinals.has(ordinal)) continue
    const cidr = book.give(name)
    if (cidr === undefined) break
    blocks.push({ ordinal, cidr, phase: 'Bound' })
  }
  return blocks.toSorted((a, b) => a.ordinal - b.ordinal)
}

/** A block that is being given back is not theirs any more. */
export function isTheirs({ phase }: VipBlock): boolean {
  return phase === 'Bound' || phase === 'Revoked'
}
