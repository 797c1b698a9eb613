import { parseAddress } from '../../domain/net/address.ts'
import { parseCidr } from '../../domain/net/cidr.ts'
import { type Range, rangeOf } from '../../domain/net/range.ts'
import type { Mention } from './mentions.ts'

/** What is to be proven absent. */
export interface Wanted {
  /** An address, or a block as CIDR; canonical. */
  readonly address: string
  /** Only in this VPC, for an address that others have, too; absent: anywhere. */
  readonly vpc?: string
}

/**
 * Which of the wanted are mentioned, and where first. A mention counts that lies wholly inside what is wanted: a block
 * that merely covers an address, as a drop rule does, is no trace of it. What is neither address nor block counts as
 * mentioned.
 */
export function findWanted(
  wanted: readonly Wanted[],
  mentions: readonly Mention[],
): ReadonlyMap<Wanted, string> {
  const found = new Map<Wanted, string>()
  const sizes: Sizes = new Map()
  for (const one of wanted) {
    const range = rangeWanted(one)
    if (range === undefined) found.set(one, 'what cannot be read')
    else insert(sizes, range, one)
  }
  for (const { range, where, vpcs } of mentions)
    for (const one of around(sizes, range))
      if (!found.has(one) && isOf(one, vpcs)) found.set(one, where)
  return found
}

/** Blocks by their size, then by their first address: there are few sizes, and many blocks. */
type Sizes = Map<bigint, Map<string, Wanted[]>>

function insert(sizes: Sizes, range: Range, wanted: Wanted): void {
  const size = range.last - range.first + 1n
  const blocks = sizes.get(size) ?? new Map<string, Wanted[]>()
  sizes.set(size, blocks)
  const key = keyOf(range.family, range.first)
  blocks.set(key, [...(blocks.get(key) ?? []), wanted])
}

/** What is wanted that a range lies in. */
function around(sizes: Sizes, range: Range): readonly Wanted[] {
  return [...sizes].flatMap(([size, blocks]) => {
    const first = range.first - (range.first % size)
    return range.last < first + size ? (blocks.get(keyOf(range.family, first)) ?? []) : []
  })
}

function isOf({ vpc }: Wanted, vpcs: readonly string[]): boolean {
  return vpc === undefined || vpcs.length === 0 || vpcs.includes(vpc)
}

function rangeWanted({ address }: Wanted): Range | undefined {
  const single = parseAddress(address)
  return single === undefined ? parseCidr(address) : rangeOf(single)
}

function keyOf(family: string, first: bigint): string {
  return `${family} ${first}`
}
