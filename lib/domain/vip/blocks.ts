import { blockAround, type Cidr, formatCidr, parseCidr } from '../net/cidr.ts'

/** A VIP block is a /28: sixteen addresses that begin at a multiple of sixteen (seed). */
export const blockPrefix = 28

/** The most blocks that one cluster gets (seed). */
export const blocksOfCluster = 8

/** Addresses of one block. */
export const blockSize = 1n << BigInt(32 - blockPrefix)

/** The nth block of a pool, from 0: `10.242.0.16/28`. */
export function blockAt(pool: Cidr, index: number): string {
  const value = pool.first + BigInt(index) * blockSize
  return formatCidr(blockAround({ family: pool.family, value }, blockPrefix))
}

/** Which block of a pool a text stands for; undefined where it is none. */
export function indexOfBlock(pool: Cidr, text: string): number | undefined {
  const block = parseCidr(text)
  if (block?.family !== pool.family || block.prefix !== blockPrefix) return undefined
  const isInside = pool.first <= block.first && block.last <= pool.last
  return isInside ? Number((block.first - pool.first) / blockSize) : undefined
}

/** The index of the block that holds an address; undefined outside of the pool. */
export function indexOfAddress(
  pool: Cidr,
  { family, value }: { readonly family: Cidr['family']; readonly value: bigint },
): number | undefined {
  if (family !== pool.family || value < pool.first || pool.last < value) return undefined
  return Number((value - pool.first) / blockSize)
}
