import { oddCharacter } from '../odd-character.ts'
import { formatIPv4, parseIPv4, whyNoIPv4 } from './ipv4.ts'
import { formatIPv6, isMapped, parseIPv6, whyNoIPv6 } from './ipv6.ts'
import { big32 } from './numbers.ts'

/** The two families, spelled as Kube-OVN's `spec.protocol`. */
export type Family = 'IPv4' | 'IPv6'

/** One address: its value is 0 to 2^32 - 1, or 0 to 2^128 - 1. */
export interface Address {
  readonly family: Family
  readonly value: bigint
}

/**
 * The address `text` stands for, or `undefined` where readers might differ about it: no short
 * forms, leading zeros, blanks or zones, and no IPv4-mapped or dotted IPv6.
 */
export function parseAddress(text: string): Address | undefined {
  const small = parseIPv4(text)
  if (small >= 0) return { family: 'IPv4', value: big32(small) }
  const value = parseIPv6(text)
  return value === undefined || isMapped(value) ? undefined : { family: 'IPv6', value }
}

/** The one canonical spelling: dotted, or as RFC 5952 wants it. */
export function formatAddress(address: Address): string {
  return address.family === 'IPv4' ? formatIPv4(Number(address.value)) : formatIPv6(address.value)
}

/** IPv4 before IPv6, then by number. */
export function compareAddresses(a: Address, b: Address): number {
  if (a.family !== b.family) return a.family === 'IPv4' ? -1 : 1
  if (a.value === b.value) return 0
  return a.value < b.value ? -1 : 1
}

/** How many bits an address of the family has. */
export function bitsOf(family: Family): 32 | 128 {
  return family === 'IPv4' ? 32 : 128
}

/** A clause that says why `parseAddress` refuses `text`, to stand after the quoted text. */
export function whyNoAddress(text: string): string {
  if (text === '') return 'is empty'
  // The longest dotted IPv6 has 45 characters; a zone, a prefix or a second address is short too.
  if (text.length > 100) return `has ${text.length} characters, no address is that long`
  if (/\s/.test(text)) return 'has a blank in it'
  return whyMoreThanAddress(text) ?? whyNotOfFamily(text)
}

function whyMoreThanAddress(text: string): string | undefined {
  if (startsWithAddress(text, '/')) return 'is a CIDR, not one address'
  if (startsWithAddress(text, '-') || startsWithAddress(text, '..')) {
    return 'is a range, not one address'
  }
  if (startsWithAddress(text, ',')) return 'is a list, not one address'
  if (text.includes('%')) return 'has a zone'
  if (/^\[.*\]/.test(text)) return 'has brackets around it'
  return /^[0-9.]+:\d+$/.test(text) ? 'has a port' : undefined
}

function startsWithAddress(text: string, separator: string): boolean {
  const end = text.indexOf(separator)
  return end > 0 && parseAddress(text.slice(0, end)) !== undefined
}

function whyNotOfFamily(text: string): string {
  const odd = oddCharacter(text)
  if (odd !== undefined) return `has the character ${odd}, which no address has`
  if (text.includes(':')) return whyNoIPv6(text)
  return /^[0-9.]+$/.test(text) ? whyNoIPv4(text) : 'is neither an IPv4 nor an IPv6 address'
}
