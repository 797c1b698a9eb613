import { ArenaBook, type ForeignUse } from './arena-book.ts'
import type { BlockReason, Delegation, VipBlock } from './delegation.ts'
import { giveBlocks, isTheirs } from './give-blocks.ts'
import { lookAhead } from './look-ahead.ts'
import {
  type ClusterWish,
  type ProjectStanding,
  type Standing,
  standingIfEnabled,
  standingOf,
} from './standing.ts'

/** All that one project's arena is planned from. */
export interface ArenaRequest extends ProjectStanding {
  /** In the order in which blocks are given: who was there first comes first. */
  readonly clusters: readonly ClusterWish[]
  /** Blocks of clusters that are on their way out: not theirs any more, and nobody else's yet. */
  readonly leaving: readonly VipBlock[]
  /** Blocks of the pool, by index, that something uses though the ledger knows of nobody. */
  readonly foreign: ReadonlyMap<number, ForeignUse>
}

/**
 * What each cluster of a project gets, in the order asked for. What a cluster has it keeps; a new block is the lowest free
 * one. No more than it asks for, and no less than there is.
 */
export function planArena(request: ArenaRequest): readonly Delegation[] {
  const held = [...request.clusters.flatMap(({ blocks }) => blocks), ...request.leaving]
  const cidrs = held.map(({ cidr }) => cidr)
  const book = new ArenaBook(request.pool, cidrs, request.foreign)
  const delegations = request.clusters.map((wish): Delegation => {
    const standing = standingOf(wish, request)
    const { namespace } = request
    const wanted = wish.spec.blocks
    const blocks = phased(wish, standing)
    const given = mayGive(wish, standing) ? giveBlocks(wish, book, blocks) : blocks
    const verdict = verdictOn(wish, { standing, request, given, book })
    return { namespace, cluster: wish.name, wanted, blocks: given, ...verdict }
  })
  // Who is on its way takes nothing from those that are there.
  return delegations.map((delegation, n) => {
    const wish = request.clusters[n]
    if (delegation.reason !== 'ClusterAPIObjectMissing' || wish === undefined) return delegation
    const ahead = lookAhead(wish, request, book)
    return ahead === undefined ? delegation : { ...delegation, ahead }
  })
}

/** The blocks that a cluster has, as far as they come by how it stands. */
function phased({ blocks, isFrozen }: ClusterWish, { effect }: Standing): readonly VipBlock[] {
  if (effect === 'keep' || (effect === 'give' && isFrozen)) return blocks
  const phase = effect === 'give' ? 'Bound' : 'Revoked'
  return blocks.map((block) => (isTheirs(block) ? { ...block, phase } : block))
}

function mayGive({ isFrozen }: ClusterWish, { effect }: Standing): boolean {
  return effect === 'give' && !isFrozen
}

interface Outcome {
  readonly standing: Standing
  readonly request: ArenaRequest
  readonly given: readonly VipBlock[]
  readonly book: ArenaBook
}

function verdictOn(
  wish: ClusterWish,
  { standing, request, given, book }: Outcome,
): { readonly reason: BlockReason; readonly message: string } {
  const { reason, message } = standing
  const isObserved = reason === 'NotActivated' && standing.effect === 'keep'
  if (isObserved) return observed(wish, request, book)
  if (standing.effect !== 'give') return { reason, message }
  if (wish.isFrozen && !isServed(wish, given)) {
    const why = 'its environment cannot be read, so it gets nothing new until it can'
    return { reason: 'Pending', message: why }
  }
  return served(wish, given, () => book.whyFull(request.pool))
}

function isServed({ spec }: ClusterWish, blocks: readonly VipBlock[]): boolean {
  return blocks.filter(({ phase }) => phase === 'Bound').length >= spec.blocks
}

function served(wish: ClusterWish, blocks: readonly VipBlock[], whyFull: () => string) {
  const bound = blocks.filter(({ phase }) => phase === 'Bound')
  if (isServed(wish, blocks)) {
    const message = `it has ${bound.map(({ cidr }) => cidr).join(', ')}`
    return { reason: 'Delegatable', message } as const
  }
  const message = `it gets ${bound.length} of ${wish.spec.blocks} blocks: ${whyFull()}`
  return { reason: 'PoolExhausted', message } as const
}

/** What was delegated before goes on; else what `enable` would do: nothing comes of what is taken out of the book. */
function observed(wish: ClusterWish, request: ArenaRequest, book: ArenaBook) {
  const would = standingIfEnabled(wish, request)
  if (would.effect === 'give' && isServed(wish, wish.blocks))
    return served(wish, wish.blocks, () => '')
  const start = 'LB_BLOCK_MODE is observe, nothing new is delegated'
  if (would.effect !== 'give') {
    const message = `${start}; with enable it would be ${would.reason}: ${would.message}`
    return { reason: 'NotActivated', message } as const
  }
  const blocks = giveBlocks(wish, book, wish.blocks)
  const fresh = blocks.filter(({ cidr }) => !wish.blocks.some((had) => had.cidr === cidr))
  const gets = fresh.map(({ cidr }) => cidr).join(', ')
  const isEnough = blocks.filter(isTheirs).length >= wish.spec.blocks
  const rest = isEnough ? '' : `, ${book.whyFull(request.pool)}`
  const message = `${start}; with enable it would get ${gets || 'nothing'}${rest}`
  return { reason: 'NotActivated', message } as const
}
