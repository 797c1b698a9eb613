import { oddCharacter } from '../odd-character.ts'
import { type Address, type Family, formatAddress, parseAddress, whyNoAddress } from './address.ts'

/** The addresses from `first` to `last`, both included; `first <= last`. */
export interface Range {
  readonly family: Family
  readonly first: bigint
  readonly last: bigint
}

/** What stands between two addresses: `..` in Kube-OVN's fields, `-` in MetalLB's pools. */
export type Separator = '..' | '-'

/** The longest text looked at: two IPv6 addresses of 39 characters and some blanks. */
const longestText = 100

/**
 * The range `a<separator>b`, or of the one address `a`; `undefined` where the text is neither,
 * mixes families or runs backwards. Around a `-` blanks are allowed: MetalLB trims them.
 */
export function parseRange(text: string, separator: Separator): Range | undefined {
  if (text.length > longestText) return undefined
  const [first, last, ...more] = endsOf(text, separator).map(parseAddress)
  if (first === undefined || more.length > 0) return undefined
  if (!text.includes(separator)) return rangeOf(first)
  if (last === undefined || last.family !== first.family) return undefined
  if (first.value > last.value) return undefined
  return { family: first.family, first: first.value, last: last.value }
}

/** A clause that says why `parseRange` refuses `text`, to stand after the quoted text. */
export function whyNoRange(text: string, separator: Separator): string {
  if (text.length > longestText) return `has ${text.length} characters, no range is that long`
  if (!text.includes(separator)) return whyNotWith(separator, text)
  if (text.includes(',')) return 'is a list, not one range'
  const [start = '', end = '', ...more] = endsOf(text, separator)
  if (more.length > 0) return `has more than one "${separator}"`
  if (start === '') return 'has no start'
  if (end === '') return 'has no end'
  return whyNoPair(start, end)
}

/** The range as text, one address where it has only one. */
export function formatRange(range: Range, separator: Separator): string {
  const first = formatAddress({ family: range.family, value: range.first })
  if (range.first === range.last) return first
  return first + separator + formatAddress({ family: range.family, value: range.last })
}

/** The range that holds `address` alone. */
export function rangeOf(address: Address): Range {
  return { family: address.family, first: address.value, last: address.value }
}

/** Whether `address` lies in `range`. */
export function rangeContains(range: Range, address: Address): boolean {
  return (
    range.family === address.family && range.first <= address.value && address.value <= range.last
  )
}

/** Whether two ranges have an address in common. */
export function rangesOverlap(a: Range, b: Range): boolean {
  return a.family === b.family && a.first <= b.last && b.first <= a.last
}

/** How many addresses a range has, 1 to 2^128. */
export function rangeSize(range: Range): bigint {
  return range.last - range.first + 1n
}

/** What two ranges have in common, `undefined` where that is nothing. */
export function intersection(a: Range, b: Range): Range | undefined {
  if (!rangesOverlap(a, b)) return undefined
  return {
    family: a.family,
    first: a.first > b.first ? a.first : b.first,
    last: a.last < b.last ? a.last : b.last,
  }
}

/** IPv4 before IPv6, then by the first address, then by the last. */
export function compareRanges(a: Range, b: Range): number {
  if (a.family !== b.family) return a.family === 'IPv4' ? -1 : 1
  if (a.first !== b.first) return a.first < b.first ? -1 : 1
  if (a.last === b.last) return 0
  return a.last < b.last ? -1 : 1
}

function endsOf(text: string, separator: Separator): readonly string[] {
  return separator === '-' ? text.split(/ *- */) : text.split('..')
}

function whyNotWith(separator: Separator, text: string): string {
  const other = separator === '-' ? '..' : '-'
  const [start = '', end] = endsOf(text, other)
  const isOther = end !== undefined && parseAddress(start) !== undefined
  const mark = isOther ? `"${other}"` : otherDash(text)
  if (mark === undefined) return whyNoAddress(text)
  return `is written with ${mark}, a range here is written with "${separator}"`
}

/** What text editors make of a hyphen, or people write for "to", between two addresses. */
function otherDash(text: string): string | undefined {
  const [, start = '', mark, end = ''] =
    /^(\S+?) *([\u2010-\u2015\u2212~]) *(\S+)$/.exec(text) ?? []
  if (mark === undefined || !parseAddress(start) || !parseAddress(end)) return undefined
  return oddCharacter(mark) ?? `"${mark}"`
}

function whyNoPair(start: string, end: string): string {
  const first = parseAddress(start)
  if (first === undefined) return `has a start ${that(start)}`
  const last = parseAddress(end)
  if (last === undefined) return `has an end ${that(end)}`
  if (first.family !== last.family) return 'mixes IPv4 and IPv6'
  if (first.value <= last.value) return 'is a range'
  return `starts at ${formatAddress(first)}, after its end ${formatAddress(last)}`
}

function that(end: string): string {
  const why = whyNoAddress(end)
  return why.startsWith('octet') ? `whose ${why}` : `that ${why}`
}
