import type { Cluster } from '../claims/claim.ts'
import { quote } from '../claims/quote.ts'
import type { Finding } from '../finding.ts'
import { formatAddress, parseAddress } from '../net/address.ts'
import { setContains } from '../net/range-set.ts'
import type { Platform } from '../platform.ts'
import type { ClaimContext } from './claim-context.ts'
import { breach, type Rule } from './rule.ts'
import { claimSpot } from './spot.ts'
import { textAt } from './written.ts'

/** The address of a control plane is said in one place. */
export const clusterAddressTwice: Rule = {
  id: 'cluster/address-twice',
  severity: 'error',
  wants:
    'An annotation loadBalancerIPs on a Cluster names its serviceAddress and nothing else, and so does a controlPlaneEndpoint in a pool.',
  why: 'serviceAddress is what is held and becomes that annotation on the Service; certificates and Service would go by two addresses.',
  example: 'metallb.io/loadBalancerIPs: 172.21.208.105   # serviceAddress is 172.21.208.104',
  source:
    'kMetal networking tasks: the service address becomes the annotation; clastix/kamaji #743',
}

const annotations = ['metallb.io/loadBalancerIPs', 'metallb.universe.tf/loadBalancerIPs'] as const

/** Whether all of a Cluster pins the address that its variable does. */
export function checkClusterAddressTwice(
  claim: Cluster,
  { platform }: ClaimContext,
): readonly Finding[] {
  return [...ofAnnotations(claim), ...ofEndpoint(claim, platform)]
}

/** An endpoint outside of every pool is where tenants come in from outside, by DNAT or by name. */
function ofEndpoint(claim: Cluster, platform: Platform | undefined): readonly Finding[] {
  const pinned = claim.seen.serviceAddress
  const path = ['spec', 'controlPlaneEndpoint', 'host']
  const host = parseAddress(textAt(claim.document.value, path) ?? '')
  if (host === undefined || formatAddress(host) === pinned) return []
  const isPooled = platform?.pools.some(({ usable }) => setContains(usable, host)) ?? false
  if (!isPooled) return []
  const start = `controlPlaneEndpoint "${formatAddress(host)}"`
  const spot = claimSpot(claim, path)
  if (pinned === undefined) {
    const message = `${start} is of a pool and not held: a control plane is pinned by serviceAddress`
    const hint = 'write it as serviceAddress, too, or another cluster may get it'
    return [breach(clusterAddressTwice, message, { ...spot, severity: 'warning', hint })]
  }
  const message = `${start} is not the serviceAddress ${quote(pinned)}`
  return [breach(clusterAddressTwice, message, spot)]
}

function ofAnnotations(claim: Cluster): readonly Finding[] {
  const pinned = claim.seen.serviceAddress
  return annotations.flatMap((annotation) => {
    const written = claim.annotations[annotation]
    if (written === undefined || canonical(written) === pinned) return []
    const spot = claimSpot(claim, ['metadata', 'annotations', annotation])
    if (pinned === undefined) {
      const message = `${annotation} ${quote(written)} is not read: a control plane is pinned by serviceAddress`
      return [breach(clusterAddressTwice, message, { ...spot, severity: 'warning' })]
    }
    const message = `${annotation} ${quote(written)} is not the serviceAddress ${quote(pinned)}`
    return [breach(clusterAddressTwice, message, { ...spot, hint: 'leave the annotation out' })]
  })
}

function canonical(text: string): string {
  const address = parseAddress(text)
  return address === undefined ? text : formatAddress(address)
}
