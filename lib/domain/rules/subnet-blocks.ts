import type { SubnetClaim } from '../claims/claim.ts'
import type { Path } from '../document.ts'
import { type Address, parseAddress } from '../net/address.ts'
import { type Cidr, parseCidr } from '../net/cidr.ts'
import { parseRange, type Range } from '../net/range.ts'
import { itemsAt } from './written.ts'

/** The blocks of a SubnetClaim as far as they could be read: one, two if dual, or none. */
export function blocksOf(claim: SubnetClaim): readonly Cidr[] {
  return (claim.seen.cidrBlock ?? '').split(',').flatMap((text) => parseCidr(text) ?? [])
}

/** Its gateways, written or chosen, in the order of its blocks. */
export function gatewaysOf(claim: SubnetClaim): readonly Address[] {
  return (claim.seen.gateway ?? '').split(',').flatMap((text) => parseAddress(text) ?? [])
}

/** Those of its excluded ranges that can be read, each with its path. */
export function excludesOf(
  claim: SubnetClaim,
): readonly { readonly path: Path; readonly text: string; readonly range: Range }[] {
  return itemsAt(claim.document, ['spec', 'excludeIps']).flatMap(({ path, value }) => {
    const range = typeof value === 'string' ? parseRange(value, '..') : undefined
    return range === undefined ? [] : [{ path, text: String(value), range }]
  })
}
