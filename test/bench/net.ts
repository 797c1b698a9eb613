import { deepStrictEqual } from 'node:assert/strict'
import type { Address } from '../../lib/domain/net/address.ts'
import { type Cidr, formatCidr, parseCidr } from '../../lib/domain/net/cidr.ts'
import { IntervalIndex } from '../../lib/domain/net/interval-index.ts'
import { Occupancy } from '../../lib/domain/net/occupancy.ts'
import { overlapsAmong } from '../../lib/domain/net/overlap.ts'
import type { Range } from '../../lib/domain/net/range.ts'
import { rangeSet } from '../../lib/domain/net/range-set.ts'
import { medianMs, shuffled } from './measure.ts'
import type { Row } from './row.ts'

/** How fast addresses are compared and given out. Takes some ten seconds. */
export function netBench(): readonly Row[] {
  return [...overlapRows(), ...indexRows(), ...nextFreeRows()]
}

function overlapRows(): readonly Row[] {
  const some = blocks(10_000)
  const all = blocks(100_000)
  const texts = all.map(formatCidr)
  // One of a hundred is doubled, so that both sides have something to find.
  const overlapping = shuffled([...some, ...some.filter((_, at) => at % 100 === 0)])
  deepStrictEqual(laterOf(overlapsAmong(overlapping)), pairwise(overlapping))
  deepStrictEqual(overlapsAmong(texts.map(block)), [])

  const peer = medianMs(() => pairwise(some), 5) * 100
  const fromRanges = medianMs(() => overlapsAmong(all))
  const fromTexts = medianMs(() => overlapsAmong(texts.map(block)))
  return [
    overlapRow('overlap of 100,000 CIDRs', fromRanges, peer),
    overlapRow('overlap of 100,000 CIDRs, from text', fromTexts, peer),
  ]
}

function overlapRow(name: string, ours: number, peer: number): Row {
  const ratio = peer / ours
  return { name, ours, peer, unit: 'ms', ratio, goal: '>= 1,000x', met: ratio >= 1_000 }
}

function indexRows(): readonly Row[] {
  return [10_000, 100_000].map((count) => {
    const all = blocks(count)
    deepStrictEqual(oneByOne(all), 0)
    deepStrictEqual(oneByOne([...all, ...all.slice(0, 50)]), 50)
    const ours = (medianMs(() => oneByOne(all)) * 1_000) / count
    return { name: `ask and insert, one by one, ${count} CIDRs`, ours, unit: 'µs each' }
  })
}

/** How many of the ranges overlap one that came before. */
function oneByOne(ranges: readonly Range[]): number {
  const index = new IntervalIndex<number>()
  let found = 0
  for (const [at, range] of ranges.entries()) {
    if (index.firstOverlap(range) !== undefined) found++
    index.insert(range, at)
  }
  return found
}

function nextFreeRows(): readonly Row[] {
  const first = 10n << 24n
  const usable = rangeSet([{ family: 'IPv4', first: first + 1n, last: first + (1n << 24n) - 2n }])
  const occupancy = new Occupancy(usable)
  // The next free one lies behind a million that are in use.
  for (let value = first + 1n; value <= first + 1_000_000n; value++) {
    occupancy.take({ family: 'IPv4', value })
  }
  deepStrictEqual(occupancy.nextFree('IPv4'), { family: 'IPv4', value: first + 1_000_001n })
  deepStrictEqual(occupancy.takenCount('IPv4'), 1_000_000n)

  const count = 200_000
  const ms = medianMs(() => {
    const taken: Address[] = []
    for (let turn = 0; turn < count; turn++) {
      const next = occupancy.nextFree('IPv4') as Address
      occupancy.take(next)
      taken.push(next)
    }
    for (const address of taken) occupancy.release(address)
  })
  deepStrictEqual(occupancy.takenCount('IPv4'), 1_000_000n)
  const ours = count / (ms / 1_000)
  const name = 'next free, taken and given back, 1,000,000 used in a /8'
  return [{ name, ours, unit: 'a second', goal: '>= 1,000,000', met: ours >= 1_000_000 }]
}

/** Disjoint blocks of /26 to /29 in an order that looks random, as a reader would make them. */
function blocks(count: number): readonly Cidr[] {
  return shuffled(Array.from({ length: count }, (_, at) => at)).map((at) => {
    const value = (10 << 24) + at * 64
    const octets = [24, 16, 8, 0].map((shift) => (value >>> shift) & 255)
    return block(`${octets.join('.')}/${26 + (at % 4)}`)
  })
}

function block(text: string): Cidr {
  const cidr = parseCidr(text)
  if (cidr === undefined) throw new Error(`"${text}" is no CIDR`)
  return cidr
}

/** The indexes that overlap an earlier one, sorted: what two loops over plain numbers find. */
function pairwise(ranges: readonly Range[]): readonly number[] {
  const firsts = Float64Array.from(ranges, (range) => Number(range.first))
  const lasts = Float64Array.from(ranges, (range) => Number(range.last))
  const later: number[] = []
  for (let a = 0; a < firsts.length; a++) {
    for (let b = 0; b < a; b++) {
      if (overlap(firsts, lasts, a, b)) later.push(a)
    }
  }
  return later
}

function overlap(firsts: Float64Array, lasts: Float64Array, a: number, b: number): boolean {
  return (
    (firsts[a] as number) <= (lasts[b] as number) && (firsts[b] as number) <= (lasts[a] as number)
  )
}

function laterOf(pairs: readonly (readonly [number, number])[]): readonly number[] {
  return pairs.map(([a, b]) => Math.max(a, b)).toSorted((a, b) => a - b)
}
