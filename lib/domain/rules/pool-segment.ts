import { quote } from '../claims/quote.ts'
import type { Document } from '../document.ts'
import type { Finding } from '../finding.ts'
import { parseCidr } from '../net/cidr.ts'
import { formatRange } from '../net/range.ts'
import { rangeSet, subtract } from '../net/range-set.ts'
import type { Settings } from '../settings.ts'
import { breach, type Rule } from './rule.ts'
import { platformSpot } from './spot.ts'
import { writtenPools } from './written-platform.ts'

/** Pools lie where the nodes are. */
export const poolOffSegment: Rule = {
  id: 'pool/off-segment',
  severity: 'warning',
  wants: 'Pools lie on the segments that the nodes of the management cluster are on.',
  why: 'A node answers ARP for a pool address on its own segments only: elsewhere nobody reaches it.',
  example: 'addresses: [10.9.0.10-10.9.0.20]   # cluster.nodes: [172.21.204.0/22]',
  source: 'kMetal networking tasks, address pools; metallb docs, layer 2',
}

/** Whether pools stay on the node segments, where `netclaim.yaml` names those. */
export function checkPoolSegments(document: Document, settings: Settings): readonly Finding[] {
  const { nodes } = settings.cluster
  if (nodes.length === 0) return []
  const segments = rangeSet(nodes.flatMap((text) => parseCidr(text) ?? []))
  return writtenPools(document).flatMap(({ name, ranges }) =>
    ranges.flatMap(({ path, text, value }) => {
      const [outside] = subtract(rangeSet([value]), segments).ranges
      if (outside === undefined) return []
      const message = `${quote(text)} in ${name} has ${formatRange(outside, '-')}, which is on none of the segments of the nodes (${nodes.join(', ')})`
      return [breach(poolOffSegment, message, platformSpot(document, path))]
    }),
  )
}
