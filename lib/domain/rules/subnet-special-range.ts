import { type Cidr, formatCidr, parseCidr } from '../net/cidr.ts'
import { type Range, rangesOverlap } from '../net/range.ts'
import type { Rule } from './rule.ts'

/** No subnet or pool in ranges that every host treats in its own way. */
export const subnetSpecialRange: Rule = {
  id: 'subnet/special-range',
  severity: 'error',
  wants:
    'A subnet or pool keeps off loopback, link-local, multicast and the unspecified addresses.',
  why: 'Kube-OVN refuses such a Subnet, and while it stands there every other Subnet of its VPC fails its checks.',
  example: 'cidrBlock: 169.254.10.0/24',
  source:
    'kube-ovn pkg/util/net.go, CIDRGlobalUnicast; kubeovn/kube-ovn #4430; seen on 1.16.2; RFC 6890',
}

/** What may not be touched, and what it is; the order is that of the reasons given. */
const special: readonly (readonly [string, string])[] = [
  ['127.0.0.0/8', 'the loopback range'],
  ['169.254.0.0/16', 'the link-local range'],
  ['224.0.0.0/4', 'the multicast range'],
  ['255.255.255.255/32', 'the limited broadcast address'],
  ['0.0.0.0/32', 'the unspecified address'],
  ['0.0.0.0/8', 'the range of "this network"'],
  ['::1/128', 'the loopback address'],
  ['::/128', 'the unspecified address'],
  ['fe80::/10', 'the link-local range'],
  ['ff00::/8', 'the multicast range'],
]

const table = special.flatMap(([text, what]) => {
  const cidr = parseCidr(text)
  return cidr === undefined
    ? []
    : [{ cidr, what: `${what} ${formatCidr(cidr).replace(/\/(?:32|128)$/, '')}` }]
})

/** A clause that says which special range `range` touches; undefined where it touches none. */
export function whySpecial(range: Range | Cidr): string | undefined {
  if ('prefix' in range && range.prefix === 0) return 'contains every address'
  const touched = table.find(({ cidr }) => rangesOverlap(cidr, range))
  if (touched === undefined) return undefined
  if (touched.cidr.first === touched.cidr.last) return `contains ${touched.what}`
  const inside = touched.cidr.first <= range.first && range.last <= touched.cidr.last
  return `${inside ? 'lies in' : 'reaches into'} ${touched.what}`
}
