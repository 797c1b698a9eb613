import type { Address } from '../net/address.ts'
import { type Cidr, formatCidr, hosts } from '../net/cidr.ts'
import { type Range, rangeOf, rangeSize } from '../net/range.ts'
import { rangeSet, setSize, subtract } from '../net/range-set.ts'
import type { Rule } from './rule.ts'

/** A subnet has room for a gateway and something behind it. */
export const subnetNoRoom: Rule = {
  id: 'subnet/no-room',
  severity: 'error',
  wants: 'A subnet has room for its gateway and at least one workload.',
  why: 'Kube-OVN refuses a /32 or /128, and nothing could run in it.',
  example: 'cidrBlock: 10.16.0.8/32',
  source: 'kube-ovn pkg/util/validator.go, InvalidNetworkMask',
}

/** Excludes leave something to give. */
export const subnetNothingLeft: Rule = {
  id: 'subnet/nothing-left',
  severity: 'error',
  wants: 'The excluded addresses leave at least one that can be given.',
  why: 'Kube-OVN accepts the Subnet in silence, and nothing in it ever gets an address.',
  example: 'cidrBlock: 10.100.0.0/24\nexcludeIps: ["10.100.0.1..10.100.0.254"]',
  source: 'kubeovn/kube-ovn #3574; seen on 1.16.2',
}

/** A message where the block is too small for a gateway and a workload. */
export function whyNoRoom(block: Cidr): string | undefined {
  if (rangeSize(block) > 1n) return undefined
  return `"${formatCidr(block)}" is a single address and leaves no room for a gateway and a workload`
}

/** A message where nothing of the block is left beside its gateway and what is excluded. */
export function whyNothingLeft(
  block: Cidr,
  gateway: Address | undefined,
  excluded: readonly Range[],
): string | undefined {
  const held = gateway === undefined ? excluded : [...excluded, rangeOf(gateway)]
  const left = subtract(rangeSet([hosts(block)]), rangeSet(held))
  if (setSize(left, block.family) > 0n) return undefined
  return `the gateway and the excluded addresses leave nothing of ${formatCidr(block)} to give`
}
