import type { Facts } from '../../domain/facts.ts'
import { parseAddress } from '../../domain/net/address.ts'
import { parseCidr } from '../../domain/net/cidr.ts'
import type { ForeignUse } from '../../domain/vip/arena-book.ts'
import { indexOfAddress } from '../../domain/vip/blocks.ts'

/** Something that has an address of a VIP pool. */
export interface VipUse extends ForeignUse {
  readonly address: string
}

/**
 * VIPs that facts show, by project: what stands for one in its VPC, and the Services of its clusters that have one. Most of
 * them are of blocks that the ledger knows.
 */
export function usesByProject({ vips, mirrors }: Facts): ReadonlyMap<string, readonly VipUse[]> {
  const uses = new Map<string, VipUse[]>()
  const add = (namespace: string, use: VipUse) => {
    const known = uses.get(namespace) ?? []
    uses.set(namespace, known)
    known.push(use)
  }
  for (const { environment, cluster, service, address } of vips)
    add(environment, { address, cluster, holder: `Service ${service} in cluster "${cluster}"` })
  for (const { vpc, address, holder } of mirrors)
    if (vpc !== undefined) add(vpc, { address, holder })
  return uses
}

/** By block of the pool. A block that the Services of one cluster alone use is that cluster's. */
export function usesIn(pool: string, uses: readonly VipUse[]): ReadonlyMap<number, ForeignUse> {
  const cidr = parseCidr(pool)
  const byBlock = new Map<number, ForeignUse>()
  for (const { address, ...use } of uses) {
    const parsed = parseAddress(address)
    const index = cidr && parsed && indexOfAddress(cidr, parsed)
    if (index === undefined) continue
    byBlock.set(index, together(byBlock.get(index), use))
  }
  return byBlock
}

/** A mirror stands for a Service of whichever cluster. */
function together(one: ForeignUse | undefined, other: ForeignUse): ForeignUse {
  if (one?.cluster === undefined) return other
  const isSame = other.cluster === undefined || other.cluster === one.cluster
  return isSame ? one : { holder: one.holder }
}
