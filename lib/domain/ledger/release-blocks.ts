import { parseAddress } from '../net/address.ts'
import { parseCidr } from '../net/cidr.ts'
import { rangeContains } from '../net/range.ts'
import type { Settings } from '../settings.ts'
import type { BlockPhase, VipBlock } from '../vip/delegation.ts'
import type { Entry } from './entry.ts'
import type { FactsView } from './facts-view.ts'

/**
 * Are all blocks of a cluster proven absent in its project's VPC, which other projects' blocks of the same addresses do not
 * hinder? By two reads of OVN-NB, or by the lists of what can stand for a VIP.
 */
export function areBlocksProven(
  { blocks = [] }: Entry,
  since: number,
  { namespace, view, proof }: { namespace: string; view: FactsView; proof: Settings['proof'] },
): boolean {
  if (blocks.length === 0) return true
  if (proof === 'ovn') return blocks.every(({ cidr }) => view.isProven(cidr, since, namespace))
  const isTold = ['SwitchLBRule', 'Service'].every((kind) => view.isComplete(kind))
  return view.isSince(since) && isTold && !isMirrored(namespace, blocks, view)
}

/** Does anything stand for an address of the blocks? A mirror that names no VPC may be of this one. */
function isMirrored(namespace: string, blocks: readonly VipBlock[], { facts }: FactsView): boolean {
  const ranges = blocks.flatMap(({ cidr }) => parseCidr(cidr) ?? [])
  return facts.mirrors.some(({ address: text, vpc }) => {
    const address = parseAddress(text)
    if (address === undefined || (vpc ?? namespace) !== namespace) return false
    return ranges.some((range) => rangeContains(range, address))
  })
}

/** The entry with all its blocks in one phase. */
export function inPhase<E extends Entry>(entry: E, phase: BlockPhase): E {
  const { blocks } = entry
  return blocks === undefined
    ? entry
    : { ...entry, blocks: blocks.map((block) => ({ ...block, phase })) }
}
