import * as z from 'zod'
import { formatAddress, parseAddress } from '../net/address.ts'
import { address, note } from './field.ts'
import { canonicalSelector, type LabelSelector, LabelSelectorFile } from './label-selector.ts'
import { apiVersion, claimApiVersion, kind, Metadata } from './metadata.ts'
import type { Complaint } from './objection.ts'
import type { Said } from './said.ts'

export type { LabelSelector }

/** What an EipClaim asks for, canonical. */
export interface EipSpec {
  /** `nat`: published by a Service. `lrp`: on the VPC's router port; only the claim named `external` is used. */
  readonly type: 'nat' | 'lrp'
  /** The pinned address. */
  readonly v4Ip?: string
  /** Absent where it selects every cluster. */
  readonly clusterSelector?: LabelSelector
}

/** `spec` of an EipClaim as written. */
export const EipClaimSpec = z.strictObject({
  type: note(z.enum(['nat', 'lrp']).optional(), {
    description:
      'nat: a LoadBalancer Service is published on the address. lrp: it is the egress address on the router port of the VPC; only the claim named external is used so.',
    examples: ['nat'],
    default: 'nat',
    unit: 'nat or lrp',
  }),
  v4Ip: note(address('IPv4').optional(), {
    description: 'The address wanted; left out, the lowest free one of the provider subnet.',
    examples: ['198.51.100.24'],
    unit: 'IPv4 address',
  }),
  clusterSelector: note(LabelSelectorFile.optional(), {
    description:
      'Which Clusters of the environment may bind a Service to the address; left out or empty: all.',
    examples: [{ matchLabels: { tier: 'gold' } }],
    default: {},
    unit: 'label selector',
  }),
})

/** An EipClaim as its file holds it: one public address. */
export const EipClaimFile = z.strictObject({
  apiVersion: apiVersion(claimApiVersion),
  kind: kind('EipClaim'),
  metadata: Metadata,
  spec: note(EipClaimSpec.optional(), {
    description: 'What is asked for; it can never be changed.',
    examples: [{ type: 'nat', v4Ip: '198.51.100.24' }],
    default: {},
    unit: 'spec',
  }),
})

/** The canonical spec of an EipClaim, as far as it can be used. */
export function eipSpec({ fields, bad }: Said<typeof EipClaimSpec>): {
  readonly seen: Partial<EipSpec>
  readonly complaints: readonly Complaint[]
} {
  const pinned = fields.v4Ip === undefined ? undefined : parseAddress(fields.v4Ip)
  const written = fields.clusterSelector
  const selector = written && canonicalSelector(written)
  return {
    seen: {
      ...(bad.has('type') ? {} : { type: fields.type ?? 'nat' }),
      ...(pinned === undefined ? {} : { v4Ip: formatAddress(pinned) }),
      ...(selector === undefined ? {} : { clusterSelector: selector }),
    },
    complaints: [],
  }
}
