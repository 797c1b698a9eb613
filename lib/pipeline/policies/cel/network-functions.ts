import { type CelFunc, CelScalar, celFunc, celMethod, objectType } from '@bufbuild/cel'
import type { Message } from '@bufbuild/protobuf'
import { bitsOf, formatAddress } from '../../../domain/net/address.ts'
import { type GoAddress, type GoPrefix, parseGoAddress, parseGoPrefix } from './go-address.ts'
import { cidrType, ipType, textIn, valueOf } from './value-types.ts'

const { STRING, BOOL, INT } = CelScalar
const IP = objectType(ipType)
const CIDR = objectType(cidrType)

interface Value {
  readonly message: Message
}

/** Kubernetes' ip() and cidr() (k8s.io/apiserver pkg/cel/library/ip.go, cidr.go). */
export const networkFunctions: readonly CelFunc[] = [
  celFunc('ip', [STRING], IP, (text) => ipValue(address(text))),
  celFunc('isIP', [STRING], BOOL, (text) => parseGoAddress(text) !== undefined),
  celFunc('ip.isCanonical', [STRING], BOOL, (text) => formatAddress(address(text)) === text),
  celFunc('string', [IP], STRING, (ip) => textIn(ip.message)),
  method('family', (ip) => (ip.family === 'IPv4' ? 4n : 6n)),
  ...Object.entries({
    isUnspecified: ({ value }: GoAddress) => value === 0n,
    isLoopback,
    isLinkLocalMulticast: (ip: GoAddress) =>
      within(ip, 'IPv4', 0xe000_00n, 8) || top(ip, 0xff02n, 0xff0fn),
    isLinkLocalUnicast,
    isGlobalUnicast: (ip: GoAddress) =>
      ip.value !== 0n &&
      !(ip.family === 'IPv4' && ip.value === 0xffff_ffffn) &&
      !isLoopback(ip) &&
      !isMulticast(ip) &&
      !isLinkLocalUnicast(ip),
  }).map(([name, holds]) =>
    celMethod(name, IP, [], BOOL, function (this: Value) {
      return holds(address(textIn(this.message)))
    }),
  ),
  celFunc('cidr', [STRING], CIDR, (text) => cidrValue(prefix(text))),
  celFunc('isCIDR', [STRING], BOOL, (text) => parseGoPrefix(text) !== undefined),
  celFunc('string', [CIDR], STRING, (cidr) => textIn(cidr.message)),
  celMethod('containsIP', CIDR, [STRING], BOOL, function (this: Value, text) {
    return contains(prefixIn(this), address(text))
  }),
  celMethod('containsIP', CIDR, [IP], BOOL, function (this: Value, ip) {
    return contains(prefixIn(this), address(textIn(ip.message)))
  }),
  celMethod('containsCIDR', CIDR, [STRING], BOOL, function (this: Value, text) {
    return containsPrefix(prefixIn(this), prefix(text))
  }),
  celMethod('containsCIDR', CIDR, [CIDR], BOOL, function (this: Value, cidr) {
    return containsPrefix(prefixIn(this), prefix(textIn(cidr.message)))
  }),
  celMethod('ip', CIDR, [], IP, function (this: Value) {
    return ipValue(prefixIn(this))
  }),
  celMethod('masked', CIDR, [], CIDR, function (this: Value) {
    const cidr = prefixIn(this)
    return cidrValue({ ...cidr, value: masked(cidr, cidr.bits) })
  }),
  celMethod('prefixLength', CIDR, [], INT, function (this: Value) {
    return BigInt(prefixIn(this).bits)
  }),
]

function method(name: string, give: (ip: GoAddress) => bigint): CelFunc {
  return celMethod(name, IP, [], INT, function (this: Value) {
    return give(address(textIn(this.message)))
  })
}

function address(text: string): GoAddress {
  const found = parseGoAddress(text)
  if (found === undefined) throw new Error(`${JSON.stringify(text)} is no IP address`)
  return found
}

function prefix(text: string): GoPrefix {
  const found = parseGoPrefix(text)
  if (found === undefined) throw new Error(`${JSON.stringify(text)} is no CIDR`)
  return found
}

function prefixIn({ message }: Value): GoPrefix {
  return prefix(textIn(message))
}

function ipValue(ip: GoAddress): Message {
  return valueOf(ipType, formatAddress(ip))
}

function cidrValue(cidr: GoPrefix): Message {
  return valueOf(cidrType, `${formatAddress(cidr)}/${cidr.bits}`)
}

function masked({ family, value }: GoAddress, bits: number): bigint {
  const rest = BigInt(bitsOf(family) - bits)
  return (value >> rest) << rest
}

function contains(cidr: GoPrefix, ip: GoAddress): boolean {
  return cidr.family === ip.family && masked(cidr, cidr.bits) === masked(ip, cidr.bits)
}

function containsPrefix(cidr: GoPrefix, other: GoPrefix): boolean {
  return cidr.bits <= other.bits && contains(cidr, other)
}

/** Whether the address begins with `start`, `rest` bits of an IPv4 address following. */
function within({ family, value }: GoAddress, of: string, start: bigint, rest: number): boolean {
  return family === of && value >> BigInt(rest) === start
}

/** Whether the first 16 bits of an IPv6 address, under a mask, are these. */
function top({ family, value }: GoAddress, bits: bigint, mask: bigint): boolean {
  return family === 'IPv6' && ((value >> 112n) & mask) === bits
}

function isLoopback(ip: GoAddress): boolean {
  return within(ip, 'IPv4', 127n, 24) || (ip.family === 'IPv6' && ip.value === 1n)
}

function isMulticast(ip: GoAddress): boolean {
  return within(ip, 'IPv4', 0xen, 28) || top(ip, 0xff00n, 0xff00n)
}

function isLinkLocalUnicast(ip: GoAddress): boolean {
  return within(ip, 'IPv4', 0xa9fen, 16) || top(ip, 0xfe80n, 0xffc0n)
}
