import * as z from 'zod'
import { label, note } from './field.ts'
import { apiVersion, claimApiVersion, kind, Metadata } from './metadata.ts'
import type { Complaint } from './objection.ts'
import { quote } from './quote.ts'
import type { Said } from './said.ts'
import { objectToLabel } from './syntax.ts'

/** What a VpcClaim asks for, canonical. The VPC itself takes the namespace's name. */
export interface VpcSpec {
  readonly externalAccess: boolean
  /** `spec.providerNetworkRef.name`. */
  readonly providerNetwork?: string
  /** Annotation `network.kmetal.io/provider-network-subnet`: a part of what was asked, so immutable with it. */
  readonly providerSubnet?: string
}

/** The annotation that chooses one of several subnets of a provider network. */
export const providerSubnetAnnotation = 'network.kmetal.io/provider-network-subnet'

/** `spec` of a VpcClaim as written. */
export const VpcClaimSpec = z.strictObject({
  externalAccess: note(z.boolean().optional(), {
    description: 'Whether the environment may reach, and be reached from, a provider segment.',
    examples: [true],
    default: false,
    unit: 'true or false',
  }),
  providerNetworkRef: note(
    z
      .strictObject({
        name: note(label(), {
          description: 'Name of a provider network of the platform.',
          examples: ['provider2'],
          unit: 'DNS label',
        }),
      })
      .optional(),
    {
      description:
        'The provider network to leave through, instead of that of defaultProviderSubnet.',
      examples: [{ name: 'provider2' }],
      unit: 'reference',
    },
  ),
})

/** A VpcClaim as its file holds it: the environment's private network, one per environment. */
export const VpcClaimFile = z.strictObject({
  apiVersion: apiVersion(claimApiVersion),
  kind: kind('VpcClaim'),
  metadata: Metadata,
  spec: note(VpcClaimSpec.optional(), {
    description: 'What is asked for; it can never be changed.',
    examples: [{ externalAccess: true }],
    default: {},
    unit: 'spec',
  }),
})

/** The canonical spec of a VpcClaim, as far as it can be used. */
export function vpcSpec(said: Said<typeof VpcClaimSpec>): {
  readonly seen: Partial<VpcSpec>
  readonly complaints: readonly Complaint[]
} {
  const { fields, bad, annotations } = said
  const network = fields.providerNetworkRef?.name
  const subnet = annotations[providerSubnetAnnotation]
  const objection = subnet === undefined ? undefined : objectToLabel(subnet)
  const seen = {
    ...(bad.has('externalAccess') ? {} : { externalAccess: fields.externalAccess ?? false }),
    ...(network === undefined ? {} : { providerNetwork: network }),
    ...(subnet === undefined || objection ? {} : { providerSubnet: subnet }),
  }
  if (subnet === undefined || objection === undefined) return { seen, complaints: [] }
  const message = `${providerSubnetAnnotation} ${quote(subnet)} ${objection.why}`
  const path = ['metadata', 'annotations', providerSubnetAnnotation]
  return { seen, complaints: [{ rule: objection.rule, path, message }] }
}
