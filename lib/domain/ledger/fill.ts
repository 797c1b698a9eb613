/** How full a pool is: `size` = used + leaving + cooling + reserved + free. */
export interface Fill {
  readonly size: bigint
  readonly used: bigint
  readonly leaving: bigint
  /** Held by nobody, and resting before another may have it. */
  readonly cooling: bigint
  /** Kept by reservations, and held by nobody. */
  readonly reserved: bigint
  readonly free: bigint
}

/** The fill of a pool with `total` usable addresses. What is held outside of them makes it larger than that. */
export function fillOf(total: bigint, counts: Omit<Fill, 'size' | 'free'>): Fill {
  const { used, leaving, cooling, reserved } = counts
  const rest = total - used - leaving - cooling - reserved
  const free = rest < 0n ? 0n : rest
  return { size: free + used + leaving + cooling + reserved, ...counts, free }
}
