import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  formatRange,
  intersection,
  parseRange,
  type Range,
  rangeContains,
  rangeOf,
  rangeSize,
  rangesOverlap,
  whyNoRange,
} from '../../lib/domain/net/range.ts'
import { address, range } from './given.ts'

describe('a range has its bounds', () => {
  test.each([
    ['10.0.0.1..10.0.0.9', '..', '10.0.0.1..10.0.0.9', 9n],
    ['10.0.0.1..10.0.0.1', '..', '10.0.0.1', 1n],
    ['10.0.0.1', '..', '10.0.0.1', 1n],
    ['FD00::1..fd00::A', '..', 'fd00::1..fd00::a', 10n],
    ['0.0.0.0..255.255.255.255', '..', '0.0.0.0..255.255.255.255', 1n << 32n],
    ['10.0.0.1-10.0.0.9', '-', '10.0.0.1-10.0.0.9', 9n],
    ['10.0.0.1 - 10.0.0.9', '-', '10.0.0.1-10.0.0.9', 9n],
    ['fd00::1', '-', 'fd00::1', 1n],
  ] as const)('%s', (text, separator, canonical, size) => {
    const read = parseRange(text, separator) ?? range('0.0.0.0')
    expect(formatRange(read, separator)).toBe(canonical)
    expect(rangeSize(read)).toBe(size)
  })
})

describe('what is no range is refused, with the reason', () => {
  test.each([
    ['192.168.1.37..192.168.1.5', '..', 'starts at 192.168.1.37, after its end 192.168.1.5'],
    ['192.168.1.37-192.168.1.5', '-', 'starts at 192.168.1.37, after its end 192.168.1.5'],
    ['10.0.2.1-fd00::1', '-', 'mixes IPv4 and IPv6'],
    ['10.0.0.1..10.0.0.5..10.0.0.9', '..', 'has more than one ".."'],
    ['10.0.0.1-10.0.0.5-10.0.0.9', '-', 'has more than one "-"'],
    ['10.0.0.1..', '..', 'has no end'],
    ['-10.0.0.1', '-', 'has no start'],
    ['10.0.0.1-9', '-', 'has an end that has 1 octet, an IPv4 address has 4'],
    ['10.0.0.1-10.0.0.300', '-', 'has an end whose octet 300 is above 255'],
    ['10.0.0.01-10.0.0.3', '-', 'has a start that has an octet with a leading zero'],
    ['10.0.0.1 ..10.0.0.5', '..', 'has a start that has a blank in it'],
    [' 10.0.0.1-10.0.0.5', '-', 'has a start that has a blank in it'],
    ['10.0.0.1-10.0.0.5', '..', 'is written with "-", a range here is written with ".."'],
    ['10.0.0.1..10.0.0.5', '-', 'is written with "..", a range here is written with "-"'],
    ['10.0.0.1–10.0.0.5', '-', 'is written with U+2013, a range here is written with "-"'],
    ['10.0.0.1 — 10.0.0.5', '..', 'is written with U+2014, a range here is written with ".."'],
    ['fd00::1~fd00::5', '-', 'is written with "~", a range here is written with "-"'],
    ['10.0.0.1~5', '-', 'is neither an IPv4 nor an IPv6 address'],
    ['10.0.0.1-10.0.0.5, 10.0.1.1-10.0.1.5', '-', 'is a list, not one range'],
    ['10.0.0.1..10.0.0.5,10.0.1.1', '..', 'is a list, not one range'],
    ['10.0.0.0/24', '..', 'is a CIDR, not one address'],
    ['', '..', 'is empty'],
    ['-'.repeat(5_000), '-', 'has 5000 characters, no range is that long'],
  ] as const)('%j', (text, separator, why) => {
    expect(parseRange(text, separator)).toBeUndefined()
    expect(whyNoRange(text, separator)).toBe(why)
  })
})

const ranges = fc
  .tuple(fc.constantFrom('IPv4' as const, 'IPv6' as const), fc.nat(40), fc.nat(10))
  .map(
    ([family, first, size]): Range => ({
      family,
      first: BigInt(first),
      last: BigInt(first + size),
    }),
  )

test('a formatted range is read back as itself, with either separator', () => {
  fc.assert(
    fc.property(ranges, fc.constantFrom('..' as const, '-' as const), (some, separator) => {
      expect(parseRange(formatRange(some, separator), separator)).toEqual(some)
    }),
  )
})

test('what two ranges share is what each of their addresses says', () => {
  fc.assert(
    fc.property(ranges, ranges, (a, b) => {
      const shared = intersection(a, b)
      const values = Array.from({ length: 60 }, (_, value) => ({
        family: a.family,
        value: BigInt(value),
      }))
      const both = values.filter((one) => rangeContains(a, one) && rangeContains(b, one))
      expect(rangesOverlap(a, b)).toBe(both.length > 0)
      expect(values.filter((one) => shared && rangeContains(shared, one))).toEqual(both)
    }),
  )
})

test('an address of the other family is in no range', () => {
  expect(rangeContains(range('0.0.0.0..255.255.255.255'), address('::1'))).toBe(false)
  expect(rangesOverlap(rangeOf(address('0.0.0.1')), rangeOf(address('::1')))).toBe(false)
})

test('any text is read as a range or gets a short clause without control characters', () => {
  const separators = fc.constantFrom('..' as const, '-' as const)
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), separators, (text, separator) => {
      const full = text.slice(0, 3) + separator + text.slice(3)
      const why = parseRange(full, separator) ? 'has nothing' : whyNoRange(full, separator)
      expect(why).toMatch(/^(?:has|is|starts|mixes|octet) [ -~]{1,140}$/)
    }),
  )
})
