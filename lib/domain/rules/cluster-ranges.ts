import type { Cluster } from '../claims/claim.ts'
import { quote } from '../claims/quote.ts'
import type { Finding } from '../finding.ts'
import { parseCidr } from '../net/cidr.ts'
import { overlapsAmong } from '../net/overlap.ts'
import { breach, type Rule } from './rule.ts'
import { claimSpot } from './spot.ts'

/** Pods and services of a cluster have ranges of their own. */
export const clusterRangesOverlap: Rule = {
  id: 'cluster/ranges-overlap',
  severity: 'error',
  wants: 'The pod and service ranges of a Cluster do not overlap.',
  why: 'One address would be a pod and a service; half of the connections would go astray.',
  example: 'pods: {cidrBlocks: [10.96.0.0/11]}\nservices: {cidrBlocks: [10.96.0.0/12]}',
  source: 'Cluster API, Cluster.spec.clusterNetwork',
}

/** Whether the pod and service ranges of a Cluster stay off each other. */
export function checkClusterRanges(claim: Cluster): readonly Finding[] {
  const { pods = [], services = [] } = claim.seen
  const all = [
    ...pods.map((text) => ({ what: 'pods', text })),
    ...services.map((text) => ({ what: 'services', text })),
  ].flatMap((range) => {
    const cidr = parseCidr(range.text)
    return cidr === undefined ? [] : [{ ...range, cidr }]
  })
  return overlapsAmong(all.map(({ cidr }) => cidr)).flatMap((pair) => {
    const first = all[Math.min(...pair)]
    const second = all[Math.max(...pair)]
    if (first === undefined || second === undefined) return []
    const message = `${second.what} ${quote(second.text)} overlap ${first.what} ${quote(first.text)}`
    const path = ['spec', 'clusterNetwork', second.what, 'cidrBlocks']
    return [breach(clusterRangesOverlap, message, claimSpot(claim, path))]
  })
}
