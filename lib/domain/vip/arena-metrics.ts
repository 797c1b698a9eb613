/** Metrics of an arena, by which alerts are raised; the first two names are those of Kube-DC (seed). */
export const arenaMetrics = {
  /** Slots that are taken; a tombstoned block keeps its slot. */
  used: 'kube_dc_manager_address_arena_claim_slots_used',
  /** Slots that there are. */
  maximum: 'kube_dc_manager_address_arena_claim_slots_maximum',
  /** Blocks that its pool has, which may be fewer. */
  blocks: 'netclaim_address_arena_pool_blocks',
} as const
