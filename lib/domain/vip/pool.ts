import type { Cidr } from '../net/cidr.ts'
import { whySpecial } from '../rules/subnet-special-range.ts'
import { blockPrefix } from './blocks.ts'

/** Why no VIP blocks can be cut out of a CIDR, a clause; undefined: they can. */
export function whyNoPool(cidr: Cidr): string | undefined {
  if (cidr.family !== 'IPv4') return 'is an IPv6 CIDR: VIPs are IPv4'
  if (cidr.prefix > blockPrefix) {
    return `has ${cidr.last - cidr.first + 1n} addresses, a block of 16 does not fit`
  }
  return whySpecial(cidr)
}
