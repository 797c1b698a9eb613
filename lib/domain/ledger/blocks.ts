import { type Cidr, parseCidr } from '../net/cidr.ts'

/** The one or two CIDRs of a canonical `cidrBlock`. */
export function cidrsOf(cidrBlock: string): readonly Cidr[] {
  return cidrBlock.split(',').flatMap((text) => parseCidr(text) ?? [])
}
