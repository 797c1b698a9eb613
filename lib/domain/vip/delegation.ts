/** Why a cluster has VIP blocks, or has none (seed; in the order in which one is told when several hold). */
export const blockReasons = [
  'ProviderUnsupported',
  'OptedOut',
  'NotActivated',
  'ClusterAPIObjectMissing',
  'TenantNetworkConflict',
  'PoolExhausted',
  'Pending',
  'Delegatable',
] as const

export type BlockReason = (typeof blockReasons)[number]

/** How far a VIP block has come; a block in any phase keeps its slot in the arena. */
export type BlockPhase = 'Bound' | 'Revoked' | 'Releasing' | 'Tombstoned'

/** Sixteen addresses of a project's VIP pool, given to one cluster. */
export interface VipBlock {
  /** From 1, as many as `spec.loadBalancer.blocks` asks for. */
  readonly ordinal: number
  /** `10.242.0.16/28`. */
  readonly cidr: string
  readonly phase: BlockPhase
}

/** What one cluster gets of its project's VIP pool. */
export interface Delegation {
  readonly namespace: string
  readonly cluster: string
  readonly wanted: number
  readonly blocks: readonly VipBlock[]
  readonly reason: BlockReason
  /** A sentence for a person; names values. */
  readonly message: string
  readonly ahead?: BlocksAhead
}

/** What a cluster that is still being made will meet with. */
export interface BlocksAhead {
  readonly reason: 'TenantNetworkConflict' | 'PoolExhausted'
  readonly message: string
}

/** A project's ledger of VIP blocks, `vip-<namespace>`. */
export interface Arena {
  readonly namespace: string
  /** The pool that its blocks came from, recorded when the first was given. */
  readonly cidr: string
  /** Every block of the project with its cluster, sorted by address. */
  readonly slots: readonly { readonly cluster: string; readonly block: VipBlock }[]
}

/** The most blocks that one arena's ledger holds. */
export const arenaSlots = 64
