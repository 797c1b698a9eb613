import { formatCidr } from '../net/cidr.ts'
import { formatRange, type Range } from '../net/range.ts'
import type { LoadBalancerPool } from '../platform.ts'
import type { Manifest } from './manifest.ts'
import { metadataOf } from './origin.ts'
import { poolPart } from './platform-parts.ts'

/** Where kMetal's MetalLB runs; it sees pools and advertisements nowhere else. */
export const poolNamespace = 'kmetal-metallb'

/** The MetalLB pool and, beside it, the advertisement without which nobody answers for it. */
export function renderPool(pool: LoadBalancerPool): readonly Manifest[] {
  const origin = { platform: poolPart(pool.field) }
  return [
    {
      apiVersion: 'metallb.io/v1beta1',
      kind: 'IPAddressPool',
      metadata: { ...metadataOf(pool.name, 'IPAddressPool', origin), namespace: poolNamespace },
      spec: { addresses: pool.ranges.map(formatPoolRange), autoAssign: true },
    },
    {
      apiVersion: 'metallb.io/v1beta1',
      kind: 'L2Advertisement',
      metadata: { ...metadataOf(pool.name, 'L2Advertisement', origin), namespace: poolNamespace },
      // An advertisement without a list would announce every pool.
      spec: { ipAddressPools: [pool.name] },
    },
  ]
}

/** `a-b`, or a CIDR where it was one; MetalLB takes a single address only as `a/32` or `a/128`. */
export function formatPoolRange(range: Range): string {
  if ('prefix' in range && typeof range.prefix === 'number') {
    return formatCidr({ ...range, prefix: range.prefix })
  }
  if (range.first !== range.last) return formatRange(range, '-')
  return `${formatRange(range, '-')}/${range.family === 'IPv4' ? 32 : 128}`
}
