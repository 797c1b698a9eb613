import type { ArenaBook } from './arena-book.ts'
import type { BlocksAhead } from './delegation.ts'
import { giveBlocks, isTheirs } from './give-blocks.ts'
import { type ClusterWish, type ProjectStanding, standingOf } from './standing.ts'

/**
 * Why a cluster that has no Cluster yet will get less than it asks for when it has one, as far as files tell. What it would
 * get goes out of `book`: who comes after it sees less.
 */
export function lookAhead(
  wish: ClusterWish,
  project: ProjectStanding,
  book: ArenaBook,
): BlocksAhead | undefined {
  const { effect, reason, message } = standingOf({ ...wish, hasCluster: true }, project)
  if (reason === 'TenantNetworkConflict') return { reason, message }
  if (effect !== 'give') return undefined
  const { length } = giveBlocks(wish, book, wish.blocks).filter(isTheirs)
  const wanted = wish.spec.blocks
  if (length >= wanted) return undefined
  const why = book.whyFull(project.pool)
  return {
    reason: 'PoolExhausted',
    message: `it will get ${length} of ${wanted} blocks: ${why}, or asked for`,
  }
}
