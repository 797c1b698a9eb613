import { type Address, formatAddress, parseAddress } from '../net/address.ts'
import type { Range } from '../net/range.ts'

/** Addresses in one file of a pool's index, so that one change rewrites little (design 4). */
const PART_SIZE = 256n

/** The name of the part that an address belongs to: its first address, `198.51.100.0`. */
export function partOf(address: Address): string {
  return formatAddress({
    family: address.family,
    value: address.value - (address.value % PART_SIZE),
  })
}

/** The same for a canonical text; an IPv4 part is what stands before the last octet. */
export function partOfText(address: string): string | undefined {
  const dot = address.lastIndexOf('.')
  if (dot > 0) return `${address.slice(0, dot)}.0`
  const parsed = parseAddress(address)
  return parsed && partOf(parsed)
}

/** The addresses of a part; undefined where the text is no part's name. */
export function partRange(part: string): Range | undefined {
  const first = parseAddress(part)
  if (first === undefined || first.value % PART_SIZE !== 0n) return undefined
  return { family: first.family, first: first.value, last: first.value + PART_SIZE - 1n }
}
