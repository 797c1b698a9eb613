/** How full a pool is: `size` = used + leaving + free. */
export interface Fill {
  readonly size: bigint
  readonly used: bigint
  readonly leaving: bigint
  readonly free: bigint
}
