import { type Address, bitsOf, parseAddress } from '../../../domain/net/address.ts'

/** An address as Go's net/netip takes it, without zones and IPv4-mapped ones, as Kubernetes wants it. */
export type GoAddress = Address

/** An address with a prefix length; bits beyond the prefix stay. */
export interface GoPrefix extends GoAddress {
  readonly bits: number
}

/** Beside what `parseAddress` takes Go knows IPv6 that ends in a dotted IPv4 address. */
export function parseGoAddress(text: string): GoAddress | undefined {
  // The longest is an IPv6 address with a dotted end, 45 characters.
  if (text.length > 45) return undefined
  const dotted = /^(?<head>.*:)(?<tail>\d+\.\d+\.\d+\.\d+)$/.exec(text)?.groups
  if (dotted === undefined) return parseAddress(text)
  const tail = parseAddress(dotted['tail'] ?? '')
  if (tail === undefined) return undefined
  const groups = [tail.value >> 16n, tail.value & 0xffffn].map((group) => group.toString(16))
  return parseAddress(`${dotted['head']}${groups.join(':')}`)
}

/** `10.0.0.7/24`: an address, a slash and a decimal without sign or leading zero. */
export function parseGoPrefix(text: string): GoPrefix | undefined {
  const slash = text.lastIndexOf('/')
  if (slash < 0 || text.length > 49) return undefined
  const address = parseGoAddress(text.slice(0, slash))
  const bits = text.slice(slash + 1)
  if (address === undefined || !/^(?:0|[1-9]\d{0,2})$/.test(bits)) return undefined
  return Number(bits) > bitsOf(address.family) ? undefined : { ...address, bits: Number(bits) }
}
