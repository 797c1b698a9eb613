import { quote } from '../claims/quote.ts'
import type { Document } from '../document.ts'
import type { Finding } from '../finding.ts'
import { formatCidr } from '../net/cidr.ts'
import { IntervalIndex } from '../net/interval-index.ts'
import { overlapsAmong } from '../net/overlap.ts'
import { formatRange, intersection } from '../net/range.ts'
import { breach, type Rule } from './rule.ts'
import { platformSpot } from './spot.ts'
import { subnetSpecialRange, whySpecial } from './subnet-special-range.ts'
import {
  type WrittenPool,
  type WrittenRange,
  writtenPools,
  writtenSubnets,
} from './written-platform.ts'

/** Pools are disjoint. */
export const poolOverlap: Rule = {
  id: 'pool/overlap',
  severity: 'error',
  wants: 'No address stands twice, neither in one pool nor in both.',
  why: 'MetalLB refuses its whole configuration and goes on with the last good one.',
  example: 'tenantControlPlanes: 10.0.0.10-10.0.0.20\nmanagement: 10.0.0.20-10.0.0.30',
  source: 'metallb internal/config/config.go, overlaps with already defined CIDR; seen on 0.15.2',
}

/** Pools keep off the provider segments. */
export const poolOverlapsProvider: Rule = {
  id: 'pool/overlaps-provider',
  severity: 'error',
  wants: 'Pools stay off every provider subnet, also off what that one excludes.',
  why: 'MetalLB and Kube-OVN would both answer for one address on one segment.',
  example: 'management: 203.0.113.64-203.0.113.79   # ext-b is 203.0.113.0/24',
  source: 'kMetal networking tasks, pools stay off the provider segment',
}

/** Pools that hand out .0 and .255. */
export const poolEdgeAddresses: Rule = {
  id: 'pool/edge-addresses',
  severity: 'warning',
  wants:
    'A pool does not hand out addresses ending in .0 or .255 because a CIDR begins or ends with them.',
  why: 'MetalLB knows no netmask and gives out both; on a segment of that size nobody can reach them.',
  example: 'addresses: [10.255.0.0/24]',
  source: 'metallb/metallb #483',
}

interface Entry extends WrittenRange {
  readonly pool: WrittenPool['name']
}

/** Whether the MetalLB pools hold what they may, each address once. */
export function checkPools(document: Document): readonly Finding[] {
  const entries = writtenPools(document).flatMap(({ name, ranges }) =>
    ranges.map((range) => ({ ...range, pool: name })),
  )
  return [
    ...entries.flatMap((entry) => checkEntry(document, entry)),
    ...overlapsProvider(document, entries),
    ...overlaps(document, entries),
  ]
}

function checkEntry(document: Document, entry: Entry): readonly Finding[] {
  const { path, text, value, pool } = entry
  const spot = platformSpot(document, path)
  const special = whySpecial(value)
  if (special !== undefined) {
    return [breach(subnetSpecialRange, `${quote(text)} in ${pool} ${special}`, spot)]
  }
  if (!('prefix' in value) || value.family !== 'IPv4' || value.first === value.last) return []
  const first = value.first % 256n === 0n ? [value.first] : []
  const last = value.last % 256n === 255n ? [value.last] : []
  const edges = [...first, ...last].map((edge) =>
    formatRange({ family: 'IPv4', first: edge, last: edge }, '-'),
  )
  if (edges.length === 0) return []
  const message = `${quote(text)} in ${pool} gives out ${edges.join(' and ')} as well`
  const inner = { family: value.family, first: value.first + 1n, last: value.last - 1n }
  const hint =
    inner.first > inner.last
      ? 'make sure that the segment is larger'
      : `write ${formatRange(inner, '-')} where the segment has that size`
  return [breach(poolEdgeAddresses, message, { ...spot, hint })]
}

function overlapsProvider(document: Document, entries: readonly Entry[]): readonly Finding[] {
  const index = new IntervalIndex<string>()
  for (const { name = '', cidr } of writtenSubnets(document)) {
    if (cidr !== undefined)
      index.insert(cidr, `provider subnet ${quote(name)} (${formatCidr(cidr)})`)
  }
  return entries.flatMap(({ path, text, value, pool }) => {
    const found = index.firstOverlap(value)
    if (found === undefined) return []
    const message = `${quote(text)} in ${pool} overlaps ${found.value}`
    return [breach(poolOverlapsProvider, message, platformSpot(document, path))]
  })
}

function overlaps(document: Document, entries: readonly Entry[]): readonly Finding[] {
  return overlapsAmong(entries.map(({ value }) => value)).flatMap((pair) => {
    const first = entries[Math.min(...pair)]
    const second = entries[Math.max(...pair)]
    if (first === undefined || second === undefined) return []
    const both = intersection(first.value, second.value)
    if (both === undefined) return []
    const message = `${quote(second.text)} in ${second.pool} overlaps ${quote(first.text)} in ${first.pool}: both hold ${formatRange(both, '-')}`
    const related = [
      { at: document.place(first.path), message: `${quote(first.text)} in ${first.pool}` },
    ]
    return [breach(poolOverlap, message, { ...platformSpot(document, second.path), related })]
  })
}
