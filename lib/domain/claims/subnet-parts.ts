import { type Address, compareAddresses, formatAddress, parseAddress } from '../net/address.ts'
import { type Cidr, hosts, parseCidr } from '../net/cidr.ts'
import { formatRange, parseRange, rangeOf } from '../net/range.ts'
import { rangeSet, setContains } from '../net/range-set.ts'
import { subnetFieldRules } from '../rules/subnet-field-rules.ts'
import type { Complaint } from './objection.ts'
import { quote } from './quote.ts'

/** The blocks of a text that passed as `blocks()`: IPv4 first; none where it is missing. */
export function parseBlocks(text: string | undefined): readonly Cidr[] {
  return (text?.split(',') ?? []).flatMap((part) => parseCidr(part) ?? [])
}

/** The addresses of a text that passed as `addresses()`: IPv4 first; none where it is missing. */
export function parseAddresses(text: string | undefined): readonly Address[] {
  return (text?.split(',') ?? []).flatMap((part) => parseAddress(part) ?? [])
}

/** The first usable host of each block (kMetal networking tasks). */
export function defaultGateway(cidrs: readonly Cidr[]): readonly Address[] {
  return cidrs.map((cidr) => ({ family: cidr.family, value: hosts(cidr).first }))
}

/** `excludeIps` merged and sorted, with the gateway in it; says so where it had to be added. */
export function canonicalExcludes(
  written: readonly string[] | undefined,
  gateway: readonly Address[],
): { readonly texts: readonly string[]; readonly complaints: readonly Complaint[] } {
  const set = rangeSet((written ?? []).flatMap((text) => parseRange(text, '..') ?? []))
  const added = gateway.filter((address) => !setContains(set, address)).toSorted(compareAddresses)
  const all = rangeSet([...set.ranges, ...added.map(rangeOf)])
  return {
    texts: all.ranges.map((range) => formatRange(range, '..')),
    complaints: added.map((address) => ({
      rule: subnetFieldRules.gatewayNotExcluded,
      path: ['spec', 'excludeIps'],
      message: `gateway ${quote(formatAddress(address))} is added to excludeIps`,
    })),
  }
}
