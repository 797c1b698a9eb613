import { type Address, bitsOf, formatAddress, parseAddress, whyNoAddress } from './address.ts'
import { parseIPv4 } from './ipv4.ts'
import { big32 } from './numbers.ts'
import { compareRanges, type Range } from './range.ts'

/** A block of 2^(bits - prefix) addresses that starts at a multiple of its size. */
export interface Cidr extends Range {
  readonly prefix: number
}

/** The longest text looked at: an IPv6 address of 39 characters, a slash and three digits. */
const longestText = 43

/**
 * The block `text` stands for, or `undefined`: an address as `parseAddress` takes it without
 * host bits, a slash and a prefix without leading zeros.
 */
export function parseCidr(text: string): Cidr | undefined {
  const slash = text.indexOf('/')
  const small = parseIPv4(text, slash)
  if (small >= 0) return smallBlock(small, prefixOf(text, slash + 1))
  const parts = partsOf(text)
  if (parts === undefined) return undefined
  const cidr = blockAround(parts.address, parts.prefix)
  return cidr.first === parts.address.value ? cidr : undefined
}

/** The same as `parseCidr`, but host bits are dropped: `10.0.0.7/24` gives 10.0.0.0/24. */
export function maskCidr(text: string): Cidr | undefined {
  const parts = partsOf(text)
  return parts && blockAround(parts.address, parts.prefix)
}

/** A clause that says why `parseCidr` refuses `text`, to stand after the quoted text. */
export function whyNoCidr(text: string): string {
  if (text.length > 100) return `has ${text.length} characters, no CIDR is that long`
  if (text.includes(',')) return 'is a list, not one CIDR'
  const [start = '', prefix, ...more] = text.split('/')
  if (prefix === undefined) {
    return parseAddress(text) === undefined ? whyNoAddress(text) : 'has no prefix length'
  }
  if (more.length > 0) return 'has more than one "/"'
  const address = parseAddress(start)
  if (address === undefined) {
    return start === '' ? 'has no address before its "/"' : whyNoAddress(start)
  }
  return whyNoPrefix(prefix, bitsOf(address.family)) ?? whyNoBlock(text)
}

/** The canonical spelling, `10.0.0.0/24` or `2001:db8::/64`. */
export function formatCidr(cidr: Cidr): string {
  return `${formatAddress(networkAddress(cidr))}/${cidr.prefix}`
}

/**
 * What Kube-OVN can hand out of a subnet, in both families: all but the first and the last
 * address; of a block of one or two addresses all (pkg/util/net.go, AddressCount).
 */
export function hosts(cidr: Cidr): Range {
  if (cidr.last - cidr.first < 2n) {
    return { family: cidr.family, first: cidr.first, last: cidr.last }
  }
  return { family: cidr.family, first: cidr.first + 1n, last: cidr.last - 1n }
}

/** The first address of a block. */
export function networkAddress(cidr: Cidr): Address {
  return { family: cidr.family, value: cidr.first }
}

/** The last address of a block, IPv4's broadcast address. */
export function lastAddress(cidr: Cidr): Address {
  return { family: cidr.family, value: cidr.last }
}

/** Whether two blocks are the same one. */
export function sameCidr(a: Cidr, b: Cidr): boolean {
  return compareCidrs(a, b) === 0
}

/** IPv4 before IPv6, then by the first address, then the larger block first. */
export function compareCidrs(a: Cidr, b: Cidr): number {
  if (a.family === b.family && a.first === b.first) return a.prefix - b.prefix
  return compareRanges(a, b)
}

/** The block of `prefix` bits that holds `address`; `prefix` is 0 to the bits of its family. */
export function blockAround(address: Address, prefix: number): Cidr {
  const hostBits = allOnes[bitsOf(address.family) - prefix] as bigint
  const last = address.value | hostBits
  return { family: address.family, first: last - hostBits, last, prefix }
}

/** The value of so many host bits, all set: 0, 1, 3, up to 2^128 - 1. */
const allOnes = Array.from({ length: 129 }, (_, bits) => (1n << BigInt(bits)) - 1n)

/** IPv4 blocks come by the hundred thousand: no number of them is made a bigint without need. */
function smallBlock(first: number, prefix: number): Cidr | undefined {
  if (prefix < 0 || prefix > 32) return undefined
  const hostBits = prefix === 32 ? 0 : 0xffff_ffff >>> prefix
  if ((first & hostBits) !== 0) return undefined
  return { family: 'IPv4', first: big32(first), last: big32(first + hostBits), prefix }
}

function partsOf(text: string): { address: Address; prefix: number } | undefined {
  const slash = text.indexOf('/')
  if (slash < 0 || text.length > longestText) return undefined
  const prefix = prefixOf(text, slash + 1)
  if (prefix < 0) return undefined
  const address = parseAddress(text.slice(0, slash))
  if (address === undefined || prefix > bitsOf(address.family)) return undefined
  return { address, prefix }
}

/** The number of one to three digits that `text` ends with from `from` on, or -1. */
function prefixOf(text: string, from: number): number {
  const digits = text.length - from
  if (digits < 1 || digits > 3 || (digits > 1 && text[from] === '0')) return -1
  let prefix = 0
  for (let index = from; index < text.length; index++) {
    const digit = text.charCodeAt(index) - 48
    if (digit < 0 || digit > 9) return -1
    prefix = prefix * 10 + digit
  }
  return prefix
}

function whyNoPrefix(prefix: string, bits: number): string | undefined {
  if (prefix === '') return 'has no prefix length after its "/"'
  if (/^\d+\.\d+\.\d+\.\d+$/.test(prefix)) return 'has a netmask in place of a prefix length'
  if (/\s/.test(prefix)) return 'has a blank in it'
  if (!/^\d+$/.test(prefix)) return 'has a prefix length that is no number'
  if (prefix.length > 1 && prefix.startsWith('0')) return 'has a prefix length with a leading zero'
  return Number(prefix) > bits ? `has a prefix length above ${bits}` : undefined
}

function whyNoBlock(text: string): string {
  const cidr = maskCidr(text)
  if (cidr === undefined || parseCidr(text) !== undefined) return 'is a CIDR'
  return `has host bits set, its block is ${formatCidr(cidr)}`
}
