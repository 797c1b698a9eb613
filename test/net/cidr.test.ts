import fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { describe, expect, test } from 'vitest'
import { formatAddress } from '../../lib/domain/net/address.ts'
import {
  blockAround,
  compareCidrs,
  formatCidr,
  hosts,
  lastAddress,
  maskCidr,
  networkAddress,
  parseCidr,
  sameCidr,
  whyNoCidr,
} from '../../lib/domain/net/cidr.ts'
import { formatRange, rangeSize } from '../../lib/domain/net/range.ts'
import { cidr } from './given.ts'

const all128 = 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'

const blocks = fc.oneof(
  fc
    .tuple(fc.bigInt(0n, 0xffff_ffffn), fc.integer({ min: 0, max: 32 }))
    .map(([value, prefix]) => blockAround({ family: 'IPv4', value }, prefix)),
  fc
    .tuple(fc.bigInt(1n << 64n, (1n << 128n) - 1n), fc.integer({ min: 0, max: 128 }))
    .filter(([value, prefix]) => (value & (-1n << BigInt(128 - prefix))) >> 32n !== 0xffffn)
    .map(([value, prefix]) => blockAround({ family: 'IPv6', value }, prefix)),
)

describe('a block has its first, last and usable addresses and its size', () => {
  test.each([
    ['10.100.0.0/24', '10.100.0.255', '10.100.0.1..10.100.0.254', 256n],
    ['0.0.0.0/0', '255.255.255.255', '0.0.0.1..255.255.255.254', 1n << 32n],
    ['255.255.255.252/30', '255.255.255.255', '255.255.255.253..255.255.255.254', 4n],
    ['10.0.0.2/31', '10.0.0.3', '10.0.0.2..10.0.0.3', 2n],
    ['255.255.255.255/32', '255.255.255.255', '255.255.255.255', 1n],
    ['fd00::/64', 'fd00::ffff:ffff:ffff:ffff', 'fd00::1..fd00::ffff:ffff:ffff:fffe', 1n << 64n],
    ['::/0', all128, `::1..${all128.slice(0, -1)}e`, 1n << 128n],
    ['fd00::4/127', 'fd00::5', 'fd00::4..fd00::5', 2n],
    [`${all128}/128`, all128, all128, 1n],
  ])('%s', (text, last, usable, size) => {
    const block = cidr(text)
    expect(`${formatAddress(networkAddress(block))}/${block.prefix}`).toBe(text)
    expect(formatCidr(block)).toBe(text)
    expect(formatAddress(lastAddress(block))).toBe(last)
    expect(formatRange(hosts(block), '..')).toBe(usable)
    expect(rangeSize(block)).toBe(size)
  })
})

describe('what is no block is refused, with the reason', () => {
  test.each([
    ['', 'is empty'],
    ['10.0.0.0', 'has no prefix length'],
    ['10.0.0.0/', 'has no prefix length after its "/"'],
    ['/24', 'has no address before its "/"'],
    ['10.0.0.0/24/8', 'has more than one "/"'],
    ['10.0.0.0/024', 'has a prefix length with a leading zero'],
    ['10.0.0.0/33', 'has a prefix length above 32'],
    ['fd00::/129', 'has a prefix length above 128'],
    ['10.0.0.0/-1', 'has a prefix length that is no number'],
    ['10.0.0.0/24 ', 'has a blank in it'],
    ['10.0.0.0/24\n', 'has a blank in it'],
    ['10.0.0.0/255.255.255.0', 'has a netmask in place of a prefix length'],
    ['10.0.0.5/24', 'has host bits set, its block is 10.0.0.0/24'],
    ['fd00::1/64', 'has host bits set, its block is fd00::/64'],
    ['10.0.0/24', 'has 3 octets, an IPv4 address has 4'],
    ['10.0.0.00/24', 'has an octet with a leading zero'],
    ['::ffff:0:0/96', 'is an IPv4-mapped address'],
    ['10.0.0.0/24,fd00::/64', 'is a list, not one CIDR'],
    ['/'.repeat(500), 'has 500 characters, no CIDR is that long'],
  ])('%j', (text, why) => {
    expect(parseCidr(text)).toBeUndefined()
    expect(whyNoCidr(text)).toBe(why)
  })
})

test('masking drops host bits and forgives nothing else', () => {
  expect(maskCidr('10.0.0.5/24')).toEqual(parseCidr('10.0.0.0/24'))
  expect(maskCidr('fd00::dead:beef/64')).toEqual(parseCidr('fd00::/64'))
  expect(maskCidr('10.0.0.5')).toBeUndefined()
  expect(maskCidr('10.0.0.05/24')).toBeUndefined()
})

test('a formatted block is read back as itself and ipaddr.js agrees on its bounds', () => {
  fc.assert(
    fc.property(blocks, (block) => {
      const text = formatCidr(block)
      expect(parseCidr(text)).toEqual(block)
      const [start, prefix] = ipaddr.parseCIDR(text)
      const kind = block.family === 'IPv4' ? ipaddr.IPv4 : ipaddr.IPv6
      expect(prefix).toBe(block.prefix)
      expect(kind.networkAddressFromCIDR(text).toString()).toBe(start.toString())
      expect(ipaddr.parse(formatAddress(lastAddress(block))).match([start, prefix])).toBe(true)
    }),
  )
})

test('any text is read as a block or gets a short clause without control characters', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), blocks.map(formatCidr)), (text) => {
      const why = parseCidr(text) === undefined ? whyNoCidr(text) : 'has nothing wrong'
      expect(why).toMatch(/^(?:has|is|octet) [ -~]{1,120}$/)
      expect(why).not.toBe('is a CIDR')
    }),
  )
})

test('blocks sort by family, first address and then the larger first', () => {
  const sorted = ['9.0.0.0/8', '10.0.0.0/8', '10.0.0.0/24', '10.0.1.0/24', '::/0', 'fd00::/8']
  expect(sorted.map(cidr).toReversed().toSorted(compareCidrs).map(formatCidr)).toEqual(sorted)
})

test('the same block written twice is the same, one within it is not', () => {
  expect(sameCidr(cidr('FD00:0::/64'), cidr('fd00::/64'))).toBe(true)
  expect(sameCidr(cidr('10.0.0.0/24'), cidr('10.0.0.0/25'))).toBe(false)
  expect(sameCidr(cidr('0.0.0.0/0'), cidr('::/0'))).toBe(false)
})
