import { type Family, formatAddress, parseAddress, whyNoAddress } from '../net/address.ts'
import { formatCidr, maskCidr, parseCidr, whyNoCidr } from '../net/cidr.ts'
import { parseRange, type Separator, whyNoRange } from '../net/range.ts'
import { oddCharacter } from '../odd-character.ts'
import { fieldRules } from '../rules/field-rules.ts'
import type { Objection } from './objection.ts'
import { quote } from './quote.ts'

/** Why `text` is no DNS label (RFC 1123: 1 to 63 of a-z, 0-9 and `-`, not at the ends). */
export function objectToLabel(text: string): Objection | undefined {
  const why = whyNoLabel(text)
  return why === undefined ? undefined : { rule: fieldRules.name, why }
}

/** Whether `text` is a DNS label. */
export function isLabel(text: string): boolean {
  return whyNoLabel(text) === undefined
}

/** Why `text` is no address of `family`, or of any family. */
export function objectToAddress(text: string, family?: Family): Objection | undefined {
  const address = parseAddress(text)
  if (address === undefined) return { rule: fieldRules.address, why: clause(whyNoAddress(text)) }
  if (family === undefined || address.family === family) return undefined
  return { rule: fieldRules.address, why: `is an ${address.family} address, only ${family} fits` }
}

/** Why `text` is no CIDR without host bits. */
export function objectToCidr(text: string): Objection | undefined {
  if (parseCidr(text) !== undefined) return undefined
  const why = clause(whyNoCidr(text))
  const masked = maskCidr(text)
  if (masked === undefined) return { rule: fieldRules.cidr, why }
  return { rule: fieldRules.hostBits, why, hint: `write ${quote(formatCidr(masked))}` }
}

/** Why `text` is neither one block nor an IPv4 and an IPv6 block as `v4,v6`. */
export function objectToBlocks(text: string): Objection | undefined {
  return objectToPair(text, fieldRules.cidr, objectToCidr)
}

/** Why `text` is neither one address nor an IPv4 and an IPv6 address as `v4,v6`. */
export function objectToAddresses(text: string): Objection | undefined {
  return objectToPair(text, fieldRules.address, (part) => objectToAddress(part))
}

/** Why `text` is neither an address nor a range with `separator`. */
export function objectToRange(text: string, separator: Separator): Objection | undefined {
  if (parseRange(text, separator) !== undefined) return undefined
  const hint = rangeHint(text, separator)
  return {
    rule: fieldRules.range,
    why: clause(whyNoRange(text, separator)),
    ...(hint ? { hint } : {}),
  }
}

/** Why `text` is no entry of a MetalLB pool: `first-last`, a CIDR or one address. */
export function objectToPoolEntry(text: string): Objection | undefined {
  return text.includes('/') ? objectToCidr(text) : objectToRange(text, '-')
}

/** Why `text` is no address, no range in either way of writing and no CIDR. */
export function objectToAddressRange(text: string): Objection | undefined {
  return text.includes('-') ? objectToPoolEntry(text) : objectToExclusionOrCidr(text)
}

function objectToExclusionOrCidr(text: string): Objection | undefined {
  return text.includes('/') ? objectToCidr(text) : objectToRange(text, '..')
}

/** One clause of `net` begins with its own subject. */
function clause(why: string): string {
  return why.startsWith('octet') ? `is no address: ${why}` : why
}

function whyNoLabel(text: string): string | undefined {
  if (text === '') return 'is empty'
  if (text.length > 63) return `has ${text.length} characters, a DNS label has at most 63`
  if (/^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/.test(text)) return undefined
  if (/[A-Z]/.test(text)) return 'has upper-case letters, a DNS label has a-z, 0-9 and "-" only'
  const odd = oddCharacter(text)
  if (odd !== undefined) return `has the character ${odd}, a DNS label has a-z, 0-9 and "-" only`
  if (/[^-a-z0-9]/.test(text)) {
    return 'has a character that no DNS label has: a-z, 0-9 and "-" only'
  }
  return 'begins or ends with "-", a DNS label begins and ends with a letter or digit'
}

function objectToPair(
  text: string,
  rule: Objection['rule'],
  objectTo: (part: string) => Objection | undefined,
): Objection | undefined {
  const [first = '', second, ...more] = text.length > 200 ? [text] : text.split(',')
  if (second === undefined) return objectTo(first)
  if (more.length > 0) {
    return { rule, why: `lists ${more.length + 2} values, at most one of each family fits` }
  }
  for (const part of [first, second]) {
    const objection = objectTo(part)
    if (objection) return { ...objection, why: `has the part ${quote(part)} that ${objection.why}` }
  }
  if (isIPv6(first) === isIPv6(second)) {
    return {
      rule,
      why: `lists two ${isIPv6(first) ? 'IPv6' : 'IPv4'} values, one of a family fits`,
    }
  }
  if (!isIPv6(first)) return undefined
  return { rule, why: 'names IPv6 before IPv4', hint: `write ${quote(`${second},${first}`)}` }
}

function isIPv6(text: string): boolean {
  return text.includes(':')
}

function rangeHint(text: string, separator: Separator): string | undefined {
  const range = parseRange(text, separator === '-' ? '..' : '-')
  if (range === undefined) return undefined
  const { family, first, last } = range
  const ends = [first, last].map((value) => formatAddress({ family, value }))
  return `write ${quote(ends.join(separator))}`
}
