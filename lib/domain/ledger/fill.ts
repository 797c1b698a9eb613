/** How full a pool is: `size` = used + leaving + reserved + free. */
export interface Fill {
  readonly size: bigint
  readonly used: bigint
  readonly leaving: bigint
  /** Kept by reservations, and held by nobody. */
  readonly reserved: bigint
  readonly free: bigint
}

/** The fill of a pool with `total` usable addresses. What is held outside of them makes it larger than that. */
export function fillOf(total: bigint, counts: Omit<Fill, 'size' | 'free'>): Fill {
  const { used, leaving, reserved } = counts
  const rest = total - used - leaving - reserved
  const free = rest < 0n ? 0n : rest
  return { size: free + used + leaving + reserved, ...counts, free }
}
