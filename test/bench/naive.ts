import { LineCounter, parseAllDocuments } from 'yaml'
import * as z from 'zod'
import type { Tree } from '../../lib/domain/document.ts'

/** What somebody would write on a day: `yaml`, zod, and every pair compared. */

const Metadata = z.strictObject({
  name: z.string(),
  namespace: z.string(),
  labels: z.record(z.string(), z.string()).optional(),
  annotations: z.record(z.string(), z.string()).optional(),
})
const apiVersion = z.literal('network.kmetal.io/v1alpha1')
const Claim = z.discriminatedUnion('kind', [
  z.strictObject({
    apiVersion,
    kind: z.literal('VpcClaim'),
    metadata: Metadata,
    spec: z.strictObject({
      externalAccess: z.boolean().default(false),
      providerNetworkRef: z.strictObject({ name: z.string() }).optional(),
    }),
  }),
  z.strictObject({
    apiVersion,
    kind: z.literal('SubnetClaim'),
    metadata: Metadata,
    spec: z.strictObject({
      cidrBlock: z.string(),
      gateway: z.string().optional(),
      protocol: z.enum(['IPv4', 'IPv6', 'Dual']).default('IPv4'),
      excludeIps: z.array(z.string()).max(256).optional(),
      enableSnatRule: z.boolean().default(false),
    }),
  }),
  z.strictObject({
    apiVersion,
    kind: z.literal('EipClaim'),
    metadata: Metadata,
    spec: z.strictObject({
      type: z.enum(['nat', 'lrp']).default('nat'),
      v4Ip: z.string().optional(),
    }),
  }),
])

/** What the naive check saw. */
export interface NaiveReport {
  readonly claims: number
  readonly overlaps: number
  readonly duplicates: number
}

/** Parses, validates and compares all claims of a tree. */
export function naiveCheck(tree: Tree): NaiveReport {
  const claims: z.output<typeof Claim>[] = []
  for (const [path, entry] of tree) {
    if (!path.startsWith('environments/') || entry.kind !== 'text') continue
    const lines = new LineCounter()
    for (const document of parseAllDocuments(entry.text, { lineCounter: lines })) {
      const parsed = Claim.safeParse(document.toJS())
      if (parsed.success) claims.push(parsed.data)
    }
  }
  return { claims: claims.length, overlaps: overlapsOf(claims), duplicates: duplicatesOf(claims) }
}

function overlapsOf(claims: readonly z.output<typeof Claim>[]): number {
  const byNamespace = Map.groupBy(
    claims.filter((claim) => claim.kind === 'SubnetClaim'),
    (claim) => claim.metadata.namespace,
  )
  let overlaps = 0
  for (const subnets of byNamespace.values()) {
    for (const [n, a] of subnets.entries()) {
      for (const b of subnets.slice(n + 1))
        if (overlap(a.spec.cidrBlock, b.spec.cidrBlock)) overlaps++
    }
  }
  return overlaps
}

function duplicatesOf(claims: readonly z.output<typeof Claim>[]): number {
  const pins = claims.flatMap((claim) =>
    claim.kind === 'EipClaim' && claim.spec.v4Ip ? [claim.spec.v4Ip] : [],
  )
  let duplicates = 0
  for (let a = 0; a < pins.length; a++) {
    for (let b = a + 1; b < pins.length; b++) if (pins[a] === pins[b]) duplicates++
  }
  return duplicates
}

function overlap(a: string, b: string): boolean {
  const [left, right] = [rangeOf(a), rangeOf(b)]
  return left.first <= right.last && right.first <= left.last
}

function rangeOf(cidr: string): { first: number; last: number } {
  const [address = '', prefix = '32'] = cidr.split('/')
  const first = address.split('.').reduce((value, octet) => value * 256 + Number(octet), 0)
  return { first, last: first + 2 ** (32 - Number(prefix)) - 1 }
}
