import { type Address, parseAddress } from '../../lib/domain/net/address.ts'
import { type Cidr, parseCidr } from '../../lib/domain/net/cidr.ts'
import { parseRange, type Range } from '../../lib/domain/net/range.ts'

/** The address of a text that is one; throws on any other. */
export function address(text: string): Address {
  return sure(parseAddress(text), text)
}

/** The CIDR of a text that is one; throws on any other. */
export function cidr(text: string): Cidr {
  return sure(parseCidr(text), text)
}

/** The range of a text like `10.0.0.1..10.0.0.9`; throws on any other. */
export function range(text: string): Range {
  return sure(parseRange(text, '..'), text)
}

function sure<T>(value: T | undefined, text: string): T {
  if (value === undefined) throw new Error(`"${text}" is not what the test takes it for`)
  return value
}
