import { type Cidr, formatCidr } from '../net/cidr.ts'
import { type Range, rangesOverlap } from '../net/range.ts'
import type { Rule } from './rule.ts'

/** Only addresses of the subnet are excluded from it. */
export const subnetExcludeOutside: Rule = {
  id: 'subnet/exclude-outside',
  severity: 'error',
  wants: 'Every excluded address is one of the subnet.',
  why: 'Kube-OVN accepts it in silence: what was meant to be held back is given out.',
  example: 'cidrBlock: 10.100.0.0/24\nexcludeIps: [10.200.0.1]',
  source: 'kubeovn/kube-ovn #3550; seen on 1.16.2',
}

/** A clause that says how `range` leaves all of `blocks`; undefined where it lies in one. */
export function whyOutside(range: Range, blocks: readonly Cidr[]): string | undefined {
  const touched = blocks.find((block) => rangesOverlap(block, range))
  if (touched === undefined) return `is not in ${blocks.map(formatCidr).join(' or ')}`
  if (touched.first <= range.first && range.last <= touched.last) return undefined
  return `reaches beyond ${formatCidr(touched)}`
}
