import { quote } from '../claims/quote.ts'
import type { Document } from '../document.ts'
import type { Facts } from '../facts.ts'
import type { Finding } from '../finding.ts'
import { parseAddress } from '../net/address.ts'
import { formatCidr } from '../net/cidr.ts'
import { IntervalIndex } from '../net/interval-index.ts'
import { type Range, rangeOf } from '../net/range.ts'
import { breach, type Rule } from './rule.ts'
import { platformSpot } from './spot.ts'
import { writtenPools, writtenSubnets } from './written-platform.ts'

/** Nodes keep off the provider segments. */
export const platformNodeOnSegment: Rule = {
  id: 'platform/node-on-segment',
  severity: 'error',
  wants:
    'No node has an address in a provider subnet: the interface of a provider network carries no node address.',
  why: 'Kube-OVN puts the interface under its bridge, and the node loses that address.',
  example: 'cidrBlock: 198.51.100.0/24   # a node is 198.51.100.5',
  source: 'kMetal networking tasks, provider networks',
}

/** Pools keep off the nodes. */
export const poolHoldsNode: Rule = {
  id: 'pool/holds-node',
  severity: 'error',
  wants: 'No pool holds the address of a node.',
  why: 'MetalLB does not check that; a Service that gets the address takes the node off the network.',
  example: '- 192.168.1.5-192.168.1.37   # a node is 192.168.1.20',
  source: 'metallb/metallb #364, #2700, #2779',
}

/** Whether provider subnets and pools stay off the addresses of the nodes that facts show. */
export function checkPlatformNodes(document: Document, facts: Facts): readonly Finding[] {
  const index = new IntervalIndex<(node: string, address: string) => Finding>()
  const insert = (range: Range, found: (node: string, address: string) => Finding) =>
    index.insert(range, found)
  for (const { name = '', cidr, path } of writtenSubnets(document)) {
    if (cidr === undefined) continue
    const where = `provider subnet ${quote(name)} (${formatCidr(cidr)})`
    const spot = platformSpot(document, [...path, 'cidrBlock'])
    insert(cidr, (node, address) =>
      breach(
        platformNodeOnSegment,
        `${where} holds ${quote(address)} of node ${quote(node)}`,
        spot,
      ),
    )
  }
  for (const pool of writtenPools(document)) {
    for (const { path, text, value } of pool.ranges) {
      const spot = platformSpot(document, path)
      insert(value, (node, address) =>
        breach(
          poolHoldsNode,
          `${quote(text)} in ${pool.name} holds ${quote(address)} of node ${quote(node)}`,
          spot,
        ),
      )
    }
  }
  return facts.nodes.flatMap(({ name, address }) => {
    const parsed = parseAddress(address)
    const found = parsed && index.firstOverlap(rangeOf(parsed))
    return found === undefined ? [] : [found.value(name, address)]
  })
}
