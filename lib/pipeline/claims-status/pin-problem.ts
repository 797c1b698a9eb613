import { parseAddress } from '../../domain/net/address.ts'
import { parseCidr } from '../../domain/net/cidr.ts'
import { parseRange, rangeContains } from '../../domain/net/range.ts'
import { printable } from '../../domain/printable.ts'
import { holderKey, type Live } from './live.ts'
import type { LiveSubnet } from './live-kinds.ts'

interface Pin {
  /** The address wanted; absent: any. */
  readonly wanted: string | undefined
  /** The provider subnet. */
  readonly pool: string
  /** The claim's own OvnEip. */
  readonly object: string
  readonly live: Live
}

/**
 * Why Kube-OVN gives no such address, as far as can be seen: it writes no word of it anywhere (observed.md 0.11).
 * Undefined where nothing is wrong.
 */
export function pinProblem({ wanted, pool, object, live }: Pin): string | undefined {
  const subnet = live.subnets.get(pool)
  if (subnet === undefined) return `external subnet "${pool}" is not there`
  if (wanted === undefined) return exhausted(subnet)
  return (
    outside(wanted, subnet) ?? excluded(wanted, subnet) ?? taken(wanted, { pool, object, live })
  )
}

function exhausted({ metadata, status }: LiveSubnet): string | undefined {
  if (status.v4availableIPs !== 0) return undefined
  return `external subnet "${metadata.name}" has no free address`
}

function outside(wanted: string, { metadata, spec }: LiveSubnet): string | undefined {
  const address = parseAddress(wanted)
  const blocks = spec.cidrBlock.split(',').flatMap((text) => parseCidr(text) ?? [])
  if (blocks.length === 0) return undefined
  if (address !== undefined && blocks.some((block) => rangeContains(block, address)))
    return undefined
  return `v4Ip "${printable(wanted)}" is outside external subnet "${metadata.name}" (${spec.cidrBlock})`
}

function excluded(wanted: string, { metadata, spec }: LiveSubnet): string | undefined {
  const address = parseAddress(wanted)
  if (address === undefined) return undefined
  const range = spec.excludeIps.find((text) => {
    const one = parseRange(text, '..')
    return one !== undefined && rangeContains(one, address)
  })
  if (range === undefined) return undefined
  return `v4Ip "${wanted}" is in excludeIps of external subnet "${metadata.name}" (${range})`
}

function taken(wanted: string, { pool, object, live }: Omit<Pin, 'wanted'>): string | undefined {
  const other = live.holders.get(holderKey(pool, wanted))
  if (other === undefined || other === object) return undefined
  return `v4Ip "${wanted}" is held by OvnEip "${other}"`
}
