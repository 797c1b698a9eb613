/** How full a pool is: `size` = used + leaving + free. */
export interface Fill {
  readonly size: bigint
  readonly used: bigint
  readonly leaving: bigint
  readonly free: bigint
}

/** The fill of a pool with `total` usable addresses. What is held outside of them makes it larger than that. */
export function fillOf(total: bigint, used: bigint, leaving: bigint): Fill {
  const rest = total - used - leaving
  const free = rest < 0n ? 0n : rest
  return { size: free + used + leaving, used, leaving, free }
}
