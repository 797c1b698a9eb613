import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Address, type Family, formatAddress } from '../../lib/domain/net/address.ts'
import { hosts } from '../../lib/domain/net/cidr.ts'
import { Occupancy } from '../../lib/domain/net/occupancy.ts'
import { type Range, rangeContains } from '../../lib/domain/net/range.ts'
import { emptySet, rangeSet, subtract } from '../../lib/domain/net/range-set.ts'
import { address, cidr, range } from './given.ts'

/** The last addresses of either family, where an off-by-one would show. */
const base = { IPv4: (1n << 32n) - 160n, IPv6: (1n << 128n) - 160n } as const
const families = ['IPv4', 'IPv6'] as const

const addresses = fc
  .tuple(fc.constantFrom<Family>(...families), fc.nat(159))
  .map(([family, offset]): Address => ({ family, value: base[family] + BigInt(offset) }))

const ranges = fc.tuple(addresses, fc.nat(30)).map(([{ family, value }, size]): Range => {
  const end = base[family] + 159n
  const last = value + BigInt(size)
  return { family, first: value, last: last > end ? end : last }
})

const step = fc.record({
  kind: fc.constantFrom('take', 'take next', 'take next', 'release', 'release'),
  address: addresses,
})

interface Answer {
  readonly done: boolean
  readonly free: readonly (string | undefined)[]
  readonly counts: readonly bigint[]
}

type Steps = readonly { readonly kind: string; readonly address: Address }[]

function told(usable: readonly Range[], steps: Steps): readonly Answer[] {
  const occupancy = new Occupancy(rangeSet(usable))
  return steps.map(({ kind, address: named }) => {
    const chosen = kind === 'take next' ? (occupancy.nextFree(named.family) ?? named) : named
    const before = occupancy.isTaken(chosen)
    if (kind === 'release') occupancy.release(chosen)
    const done = kind === 'release' ? before : occupancy.take(chosen)
    const free = families.map((family) => occupancy.nextFree(family))
    return {
      done,
      free: free.map((next) => next && formatAddress(next)),
      counts: families.flatMap((family) => [
        occupancy.freeCount(family),
        occupancy.takenCount(family),
      ]),
    }
  })
}

/** The same answers from a set of texts and a list of all addresses. */
function naivelyTold(usable: readonly Range[], steps: Steps): readonly Answer[] {
  const taken = new Set<string>()
  const all = families.map((family) =>
    Array.from({ length: 160 }, (_, offset) => ({ family, value: base[family] + BigInt(offset) }))
      .filter((one) => usable.some((some) => rangeContains(some, one)))
      .map(formatAddress),
  )
  const next = (at: number) => all[at]?.find((text) => !taken.has(text))
  return steps.map(({ kind, address: named }) => {
    const at = families.indexOf(named.family)
    const chosen = (kind === 'take next' ? next(at) : undefined) ?? formatAddress(named)
    const before = taken.has(chosen)
    if (kind === 'release') taken.delete(chosen)
    else taken.add(chosen)
    return {
      done: kind === 'release' ? before : !before,
      free: [next(0), next(1)],
      counts: all.flatMap((texts) => {
        const held = texts.filter((text) => taken.has(text)).length
        return [BigInt(texts.length - held), BigInt(held)]
      }),
    }
  })
}

test('an occupancy answers as a list of all addresses would', () => {
  const inputs = [
    fc.array(ranges, { maxLength: 8 }),
    fc.array(step, { maxLength: 120, size: 'max' }),
  ] as const
  fc.assert(
    fc.property(...inputs, (usable, steps) => {
      expect(told(usable, steps)).toEqual(naivelyTold(usable, steps))
    }),
  )
})

function pool(text: string): Occupancy {
  return new Occupancy(rangeSet([hosts(cidr(text))]))
}

test.each([
  ['0.0.0.0/0', 'IPv4', (1n << 32n) - 2n, '0.0.0.1'],
  ['255.255.255.254/31', 'IPv4', 2n, '255.255.255.254'],
  ['255.255.255.255/32', 'IPv4', 1n, '255.255.255.255'],
  ['::/0', 'IPv6', (1n << 128n) - 2n, '::1'],
  ['2001:db8::/64', 'IPv6', (1n << 64n) - 2n, '2001:db8::1'],
  ['2001:db8::/126', 'IPv6', 2n, '2001:db8::1'],
] as const)('%s has its exact count of free addresses', (text, family, free, first) => {
  const occupancy = pool(text)
  expect(occupancy.freeCount(family)).toBe(free)
  expect(occupancy.nextFree(family)).toEqual(address(first))
  occupancy.take(address(first))
  expect(occupancy.freeCount(family)).toBe(free - 1n)
  expect(occupancy.takenCount(family)).toBe(1n)
})

test('a /64 without its gateway has 2^64 - 3 addresses', () => {
  const usable = subtract(rangeSet([hosts(cidr('fd00::/64'))]), rangeSet([range('fd00::1')]))
  const occupancy = new Occupancy(usable)
  expect(occupancy.freeCount('IPv6')).toBe((1n << 64n) - 3n)
  expect(occupancy.nextFree('IPv6')).toEqual(address('fd00::2'))
})

test('a /24 without its gateway and four excluded addresses has 249 (M-135)', () => {
  const held = ['10.100.0.1', '10.100.0.10..10.100.0.13'].map(range)
  const occupancy = new Occupancy(
    subtract(rangeSet([hosts(cidr('10.100.0.0/24'))]), rangeSet(held)),
  )
  expect(occupancy.freeCount('IPv4')).toBe(249n)
})

test('a full pool has no next address until one is given back', () => {
  const occupancy = pool('10.0.0.0/29')
  for (let next = occupancy.nextFree('IPv4'); next; next = occupancy.nextFree('IPv4')) {
    expect(occupancy.take(next)).toBe(true)
  }
  expect(occupancy.freeCount('IPv4')).toBe(0n)
  occupancy.release(address('10.0.0.5'))
  occupancy.release(address('10.0.0.3'))
  expect(occupancy.nextFree('IPv4')).toEqual(address('10.0.0.3'))
})

test('addresses given back in any order are given out again from the lowest up', () => {
  const all = Array.from({ length: 62 }, (_, at) => at + 1)
  const offsets = fc.shuffledSubarray(all, { minLength: 1 })
  fc.assert(
    fc.property(offsets, (released) => {
      const occupancy = pool('10.0.0.0/26')
      const givenOut = () => {
        const next = occupancy.nextFree('IPv4')
        if (next !== undefined) occupancy.take(next)
        return next && Number(next.value & 63n)
      }
      for (let count = 0; count < 62; count++) givenOut()
      for (const offset of released) occupancy.release(address(`10.0.0.${offset}`))
      expect(released.map(givenOut)).toEqual(released.toSorted((a, b) => a - b))
      expect(givenOut()).toBeUndefined()
    }),
  )
})

test('an address outside the pool can be taken and is not counted', () => {
  const occupancy = pool('10.0.0.0/29')
  expect(occupancy.take(address('10.0.0.0'))).toBe(true)
  expect(occupancy.take(address('10.0.0.0'))).toBe(false)
  expect(occupancy.isTaken(address('10.0.0.0'))).toBe(true)
  expect(occupancy.takenCount('IPv4')).toBe(0n)
  expect(occupancy.freeCount('IPv4')).toBe(6n)
})

test('an empty pool has nothing to give', () => {
  const occupancy = new Occupancy(emptySet)
  expect(occupancy.nextFree('IPv4')).toBeUndefined()
  expect(occupancy.nextFree('IPv6')).toBeUndefined()
  expect(occupancy.freeCount('IPv6')).toBe(0n)
})

test('a million addresses of a /8 are taken in order', { timeout: 20_000 }, () => {
  const occupancy = pool('10.0.0.0/8')
  for (let count = 0; count < 1_000_000; count++) {
    const next = occupancy.nextFree('IPv4')
    if (next === undefined) break
    occupancy.take(next)
  }
  expect(occupancy.takenCount('IPv4')).toBe(1_000_000n)
  expect(occupancy.nextFree('IPv4')).toEqual(address('10.15.66.65'))
})
