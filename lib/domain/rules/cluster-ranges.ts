import type { Cluster } from '../claims/claim.ts'
import { quote } from '../claims/quote.ts'
import type { Path } from '../document.ts'
import type { Finding } from '../finding.ts'
import { formatAddress, parseAddress } from '../net/address.ts'
import { type Cidr, parseCidr } from '../net/cidr.ts'
import { overlapsAmong } from '../net/overlap.ts'
import { type Range, rangeOf, rangesOverlap } from '../net/range.ts'
import { breach, type Rule } from './rule.ts'
import { claimSpot } from './spot.ts'

/** Pods and services of a cluster have ranges of their own. */
export const clusterRangesOverlap: Rule = {
  id: 'cluster/ranges-overlap',
  severity: 'error',
  wants:
    'The pod and service ranges of a Cluster overlap neither each other, nor its control-plane address, nor the subnet of its machines.',
  why: 'One address would be two things; half of the connections would go astray, or the machines never reach their control plane.',
  example: 'pods: {cidrBlocks: [10.96.0.0/11]}\nservices: {cidrBlocks: [10.96.0.0/12]}',
  source: 'Cluster API, Cluster.spec.clusterNetwork',
}

/** A pod or service range of a Cluster, and where it stands. */
interface WrittenRange {
  readonly what: 'pods' | 'services'
  readonly text: string
  readonly cidr: Cidr
  readonly path: Path
}

/** Whether the pod and service ranges of a Cluster stay off each other, and off its control plane. */
export function checkClusterRanges(claim: Cluster): readonly Finding[] {
  const address = parseAddress(claim.seen.serviceAddress ?? '')
  if (address === undefined) return amongEachOther(claim)
  const plane = `the control-plane address ${quote(formatAddress(address))}`
  return [...amongEachOther(claim), ...rangesOver(claim, rangeOf(address), plane)]
}

/** What is said of the pod and service ranges of a Cluster that hold something which they must not. */
export function rangesOver(claim: Cluster, held: Range, what: string): readonly Finding[] {
  return rangesOfCluster(claim)
    .filter(({ cidr }) => rangesOverlap(cidr, held))
    .map((range) => {
      const message = `${range.what} ${quote(range.text)} overlap ${what}`
      return breach(clusterRangesOverlap, message, claimSpot(claim, range.path))
    })
}

function rangesOfCluster(claim: Cluster): readonly WrittenRange[] {
  return (['pods', 'services'] as const).flatMap((what) =>
    (claim.seen[what] ?? []).flatMap((text, index) => {
      const cidr = parseCidr(text)
      const path = ['spec', 'clusterNetwork', what, 'cidrBlocks', index]
      return cidr === undefined ? [] : [{ what, text, cidr, path }]
    }),
  )
}

function amongEachOther(claim: Cluster): readonly Finding[] {
  const all = rangesOfCluster(claim)
  return overlapsAmong(all.map(({ cidr }) => cidr)).flatMap((pair) => {
    const first = all[Math.min(...pair)]
    const second = all[Math.max(...pair)]
    if (first === undefined || second === undefined) return []
    const message = `${second.what} ${quote(second.text)} overlap ${first.what} ${quote(first.text)}`
    return [breach(clusterRangesOverlap, message, claimSpot(claim, second.path))]
  })
}
