import type { Syntax } from '../claims/field.ts'
import type { Validation } from './structural.ts'

/** What a CRD asks of a text. */
interface TextShape {
  readonly maxLength: number
  /** All of it where a regular expression can say it; of IPv6 only the characters. */
  readonly pattern: string
  /** The rest. */
  readonly rules?: readonly Validation[]
}

const label = '[a-z0-9]([-a-z0-9]*[a-z0-9])?'
const name = '[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?'
const octet = '(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])'
const v4 = `(${octet}\\.){3}${octet}`
const v6 = '[0-9A-Fa-f:]{2,39}'
const v4Block = `${v4}/([12]?[0-9]|3[0-2])`
const v6Block = `${v6}/([1-9]?[0-9]|1[01][0-9]|12[0-8])`
const separator = '(\\.\\.| *- *)'

/** The ends of `a..b`; of one address, twice that one. Lists are not walked: the server counts each as long as can be. */
const first = "self.split('..')[0]"
const last = "self.split('..')[self.contains('..') ? 1 : 0]"

/** An IPv4 address as a number, since CEL knows no order of addresses. */
function numberOf(end: string): string {
  return [0, 1, 2, 3].map((at) => `int(${end}.split('.')[${at}]) * ${256 ** (3 - at)}`).join(' + ')
}

const isAddress: Validation = { rule: 'isIP(self)', message: 'must be an address, written in full' }
const areAddresses: Validation = {
  rule: "self.split(',').all(a, isIP(a))",
  message: 'must be an address, or an IPv4 and an IPv6 address as "v4,v6"',
}
const isBlock: Validation = {
  rule: 'isCIDR(self) && cidr(self) == cidr(self).masked()',
  message: 'must be a CIDR without host bits',
}
const areBlocks: Validation = {
  rule: "self.split(',').all(c, isCIDR(c) && cidr(c) == cidr(c).masked())",
  message: 'must be a CIDR without host bits, or an IPv4 and an IPv6 one as "v4,v6"',
}
const isRange: readonly Validation[] = [
  {
    rule: `isIP(${first}) && isIP(${last})`,
    message: 'must be an address, or a range "first..last"',
  },
  {
    rule: `self.contains(':') || ${numberOf(first)} <= ${numberOf(last)}`,
    message: 'must be a range that does not start after its end',
  },
]

/** Every syntax as the API server can hold a text to it. */
export const syntaxes: Readonly<Record<Syntax, TextShape>> = {
  label: { maxLength: 63, pattern: `^${label}$` },
  labelKey: {
    maxLength: 317,
    pattern: `^(${label}(\\.${label})*/)?${name}$`,
    rules: [
      { rule: "self.indexOf('/') <= 253", message: 'must have at most 253 characters before "/"' },
    ],
  },
  labelValue: { maxLength: 63, pattern: `^(${name})?$` },
  IPv4: { maxLength: 15, pattern: `^${v4}$` },
  address: { maxLength: 39, pattern: `^(${v4}|${v6})$`, rules: [isAddress] },
  addresses: { maxLength: 55, pattern: `^(${v4}|${v6}|${v4},${v6})$`, rules: [areAddresses] },
  cidr: { maxLength: 43, pattern: `^(${v4Block}|${v6Block})$`, rules: [isBlock] },
  blocks: {
    maxLength: 62,
    pattern: `^(${v4Block}|${v6Block}|${v4Block},${v6Block})$`,
    rules: [areBlocks],
  },
  exclusion: {
    maxLength: 80,
    pattern: `^(${v4}(\\.\\.${v4})?|${v6}(\\.\\.${v6})?)$`,
    rules: isRange,
  },
  poolEntry: {
    maxLength: 100,
    pattern: `^(${v4}( *- *${v4})?|${v6}( *- *${v6})?|${v4Block}|${v6Block})$`,
  },
  addressRange: {
    maxLength: 100,
    pattern: `^(${v4}(${separator}${v4})?|${v6}(${separator}${v6})?|${v4Block}|${v6Block})$`,
  },
}
