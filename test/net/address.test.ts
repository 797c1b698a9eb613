import fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { describe, expect, test } from 'vitest'
import {
  type Address,
  compareAddresses,
  formatAddress,
  parseAddress,
  whyNoAddress,
} from '../../lib/domain/net/address.ts'
import { address } from './given.ts'

const top = (1n << 128n) - 1n
const mapped = 0xffffn

const small = fc.bigInt(0n, 0xffff_ffffn).map((value): Address => ({ family: 'IPv4', value }))
/** Groups that are often zero, so that every form of `::` comes up. */
const large = fc
  .array(fc.oneof(fc.constant(0), fc.nat(0xffff)), { minLength: 8, maxLength: 8 })
  .map((groups) => groups.reduce((value, group) => (value << 16n) | BigInt(group), 0n))
  .filter((value) => value >> 32n !== mapped)
  .map((value): Address => ({ family: 'IPv6', value }))
const addresses = fc.oneof(small, large)

describe('an address that has one reading is read', () => {
  test.each([
    ['0.0.0.0', 'IPv4', 0n],
    ['255.255.255.255', 'IPv4', 0xffff_ffffn],
    ['10.100.0.1', 'IPv4', 0x0a64_0001n],
    ['128.0.0.0', 'IPv4', 1n << 31n],
    ['::', 'IPv6', 0n],
    ['::1', 'IPv6', 1n],
    ['1::', 'IPv6', 1n << 112n],
    ['FD00::A', 'IPv6', (0xfd00n << 112n) | 10n],
    ['1:2:3:4:5:6:7::', 'IPv6', 0x0001_0002_0003_0004_0005_0006_0007_0000n],
    ['0001:0:0:0:0:0:0:0002', 'IPv6', (1n << 112n) | 2n],
    ['ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'IPv6', top],
    ['::fffe:1:2', 'IPv6', 0xfffe_0001_0002n],
  ] as const)('%s', (text, family, value) => {
    expect(parseAddress(text)).toEqual({ family, value })
  })
})

describe('what readers differ about is refused, with the reason', () => {
  test.each([
    ['', 'is empty'],
    ['10.0.0.01', 'has an octet with a leading zero'],
    ['00.0.0.0', 'has an octet with a leading zero'],
    ['10.0.1', 'has 3 octets, an IPv4 address has 4'],
    ['10', 'has 1 octet, an IPv4 address has 4'],
    ['10.0.0.0.1', 'has 5 octets, an IPv4 address has 4'],
    ['10.0..1', 'has an empty octet'],
    ['10.0.0.1.', 'has an empty octet'],
    ['10.0.0.300', 'octet 300 is above 255'],
    ['10.0.0.256', 'octet 256 is above 255'],
    [' 10.0.0.1', 'has a blank in it'],
    ['10.0.0.1\n', 'has a blank in it'],
    ['10.0.0.1/24', 'is a CIDR, not one address'],
    ['10.0.0.1-10.0.0.5', 'is a range, not one address'],
    ['10.0.0.1..10.0.0.5', 'is a range, not one address'],
    ['10.0.0.1,fd00::1', 'is a list, not one address'],
    ['10.0.0.1:80', 'has a port'],
    ['0x0a.0.0.1', 'is neither an IPv4 nor an IPv6 address'],
    ['１０.0.0.1', 'has the character U+FF11, which no address has'],
    ['gateway', 'is neither an IPv4 nor an IPv6 address'],
    ['fe80::1%eth0', 'has a zone'],
    ['[fd00::1]', 'has brackets around it'],
    ['::ffff:10.0.0.1', 'is an IPv4-mapped address'],
    ['::ffff:a00:1', 'is an IPv4-mapped address'],
    ['64:ff9b::10.0.0.1', 'has an IPv4 address embedded in it'],
    ['fd00::g', 'has a character that no IPv6 address has'],
    ['fd00::1::2', 'has more than one "::"'],
    [':::', 'has more than one "::"'],
    [':1:2:3:4:5:6:7:8', 'has a single ":" at its start or end'],
    ['1:2:3:4:5:6:7:', 'has a single ":" at its start or end'],
    ['fd00::12345', 'has a group of more than 4 digits'],
    ['1:2:3:4:5:6:7', 'has 7 groups, an IPv6 address has 8'],
    ['1:2:3:4:5:6:7:8:9', 'has 9 groups, an IPv6 address has 8'],
    ['1:2:3:4::5:6:7:8', 'has 8 groups beside its "::", 7 are the most'],
    ['1'.repeat(101), 'has 101 characters, no address is that long'],
  ])('%j', (text, why) => {
    expect(parseAddress(text)).toBeUndefined()
    expect(whyNoAddress(text)).toBe(why)
  })
})

describe('IPv6 is written as RFC 5952 wants it', () => {
  test.each([
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
    ['2001:db8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
    ['2001:0:0:1:0:0:0:1', '2001:0:0:1::1'],
    ['1:2:3:4:5:6:0:0', '1:2:3:4:5:6::'],
    ['0:0:3:4:5:6:7:8', '::3:4:5:6:7:8'],
    ['0:0:0:0:0:0:0:0', '::'],
  ])('%s', (text, canonical) => {
    expect(formatAddress(address(text))).toBe(canonical)
  })
})

test('a formatted address is read back as itself', () => {
  fc.assert(
    fc.property(addresses, (some) => {
      expect(parseAddress(formatAddress(some))).toEqual(some)
    }),
  )
})

test('what both accept, ipaddr.js reads and writes alike', () => {
  fc.assert(
    fc.property(addresses, fc.boolean(), (some, upper) => {
      const text = upper ? formatAddress(some).toUpperCase() : formatAddress(some)
      const theirs = ipaddr.parse(text)
      const bytes = theirs.toByteArray()
      expect(bytes.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n)).toBe(some.value)
      expect(formatAddress(address(theirs.toNormalizedString()))).toBe(formatAddress(some))
    }),
  )
})

test('IPv6 has the canonical text of ipaddr.js', () => {
  fc.assert(
    fc.property(large, (some) => {
      const theirs = ipaddr.IPv6.parse(formatAddress(some))
      expect(formatAddress(some)).toBe(theirs.toRFC5952String())
    }),
  )
})

/** Texts near to addresses: pieces of them in any order. */
const nearly = fc
  .array(
    fc.constantFrom('0', '1', '255', '256', '01', 'ffff', 'g', '.', '.', ':', '::', '%', '/', ' '),
    { maxLength: 17 },
  )
  .map((pieces) => pieces.join(''))

test('what is read here, ipaddr.js takes for an address too, of the same value', () => {
  fc.assert(
    fc.property(nearly, (text) => {
      const ours = parseAddress(text)
      const theirs = ours && ipaddr.parse(text).toByteArray()
      const value = theirs?.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
      expect(value).toBe(ours?.value)
    }),
    { numRuns: 2_000 },
  )
})

test('any text gets an address or a short clause without control characters', () => {
  fc.assert(
    fc.property(fc.oneof(nearly, fc.string({ unit: 'binary' })), (text) => {
      const why = parseAddress(text) === undefined ? whyNoAddress(text) : 'has nothing wrong'
      expect(why).toMatch(/^(?:has|is|octet) [ -~]{1,120}$/)
      expect(why).not.toBe('is an address')
      expect(why).not.toBe('is an IPv4 address')
    }),
    { numRuns: 2_000 },
  )
})

test('IPv4 comes before IPv6, each by number and not by text', () => {
  const sorted = ['9.0.0.0', '10.0.0.0', '255.255.255.255', '::', '::9', '::10', 'fd00::']
  const parsed = sorted.map(address)
  expect(parsed.toReversed().toSorted(compareAddresses).map(formatAddress)).toEqual(sorted)
  expect(compareAddresses(address('::1'), address('::1'))).toBe(0)
})
