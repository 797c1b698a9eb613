import * as z from 'zod'
import { formatAddress } from '../net/address.ts'
import { formatCidr } from '../net/cidr.ts'
import { addresses, blocks, exclusion, label, note } from './field.ts'
import { apiVersion, claimApiVersion, kind, Metadata } from './metadata.ts'
import { type Complaint } from './objection.ts'
import type { Said } from './said.ts'
import { agreement } from './subnet-agreement.ts'
import { canonicalExcludes, parseBlocks } from './subnet-parts.ts'

/** What a SubnetClaim asks for, canonical. */
export interface SubnetSpec {
  /** `10.100.0.0/24`, `fd00::/64`, or both as `v4,v6`. */
  readonly cidrBlock: string
  /** In the form of `cidrBlock`; the first usable host where the claim named none. */
  readonly gateway: string
  readonly protocol: 'IPv4' | 'IPv6' | 'Dual'
  /** Merged, in numeric order, `a` or `a..b`, the gateway among them. */
  readonly excludeIps: readonly string[]
  readonly enableSnatRule: boolean
  readonly attachment: {
    readonly managed: boolean
    /** `<claim>-net` where the claim named none. */
    readonly name: string
  }
}

/** How many entries `excludeIps` may have (kMetal networking tasks). */
export const excludeLimit = 256

const Attachment = z.strictObject({
  managed: note(z.boolean().optional(), {
    description:
      'Whether the NetworkAttachmentDefinition is made for the claim; false where something else owns it.',
    examples: [true],
    default: true,
    unit: 'true or false',
  }),
  name: note(label().optional(), {
    description: 'Name of the NetworkAttachmentDefinition; left out, it is <claim>-net.',
    examples: ['production-net'],
    unit: 'DNS label',
  }),
})

/** `spec` of a SubnetClaim as written. */
export const SubnetClaimSpec = z.strictObject({
  cidrBlock: note(blocks(), {
    description:
      'The block of the subnet, or an IPv4 and an IPv6 block as "v4,v6". It can never be changed.',
    examples: ['10.100.0.0/24', '10.0.1.0/24,fd00:10:10::/64'],
    unit: 'CIDR, or "v4,v6"',
  }),
  gateway: note(addresses().optional(), {
    description:
      'The gateway, inside the block, one address for each family; left out, the first usable host.',
    examples: ['10.100.0.1'],
    unit: 'address, or "v4,v6"',
  }),
  protocol: note(z.enum(['IPv4', 'IPv6', 'Dual']).optional(), {
    description: 'The families of cidrBlock.',
    examples: ['IPv4'],
    default: 'IPv4',
    unit: 'IPv4, IPv6 or Dual',
  }),
  excludeIps: note(z.array(exclusion()).max(excludeLimit).optional(), {
    description: `Addresses that are never given out, one or a range each, at most ${excludeLimit}. The gateway is always among them.`,
    examples: [['10.100.0.1', '10.100.0.2..10.100.0.9']],
    default: [],
    unit: 'list of addresses and ranges "first..last"',
  }),
  enableSnatRule: note(z.boolean().optional(), {
    description:
      'Whether what leaves the subnet takes the egress address of the VPC; wants externalAccess: true.',
    examples: [true],
    default: false,
    unit: 'true or false',
  }),
  attachment: note(Attachment.optional(), {
    description: 'How the virtual machines of workers are attached.',
    examples: [{ managed: true, name: 'production-net' }],
    default: { managed: true },
    unit: 'NetworkAttachmentDefinition',
  }),
})

/** A SubnetClaim as its file holds it: a subnet of the environment's VPC. */
export const SubnetClaimFile = z.strictObject({
  apiVersion: apiVersion(claimApiVersion),
  kind: kind('SubnetClaim'),
  metadata: Metadata,
  spec: note(SubnetClaimSpec, {
    description: 'What is asked for; it can never be changed.',
    examples: [{ cidrBlock: '10.100.0.0/24' }],
    unit: 'spec',
  }),
})

/** The canonical spec of a SubnetClaim, as far as it can be used. */
export function subnetSpec(said: Said<typeof SubnetClaimSpec>): {
  readonly seen: Partial<SubnetSpec>
  readonly complaints: readonly Complaint[]
} {
  const { fields, bad } = said
  const cidrs = parseBlocks(fields.cidrBlock)
  const { protocol, gateway, complaints } = agreement(said, cidrs)
  const excludes = bad.has('excludeIps') ? undefined : canonicalExcludes(fields.excludeIps, gateway)
  return {
    seen: {
      ...(cidrs.length === 0 ? {} : { cidrBlock: cidrs.map(formatCidr).join(',') }),
      ...(gateway.length === 0 ? {} : { gateway: gateway.map(formatAddress).join(',') }),
      ...(protocol === undefined ? {} : { protocol }),
      ...(excludes === undefined ? {} : { excludeIps: excludes.texts }),
      ...(bad.has('enableSnatRule') ? {} : { enableSnatRule: fields.enableSnatRule ?? false }),
      ...(bad.has('attachment') ? {} : { attachment: attachmentOf(said) }),
    },
    complaints: [...complaints, ...(excludes?.complaints ?? [])],
  }
}

function attachmentOf({ name: claim, fields }: Said<typeof SubnetClaimSpec>) {
  const { managed = true, name = `${claim}-net` } = fields.attachment ?? {}
  return { managed, name }
}
