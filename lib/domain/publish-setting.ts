import * as z from 'zod'
import { label, note } from './claims/field.ts'

/** With a claim and a namespace before it a name has at most 253 characters. */
const zone = z
  .string()
  .max(125)
  .regex(
    /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?)+$/,
    'is no domain like "net.example.com"',
  )

/** What is published of the ledger, as written. */
export const PublishSetting = note(
  z
    .strictObject({
      configMap: note(label().optional(), {
        description:
          'Name of a ConfigMap in the namespace of each environment, with what its claims hold; left out, there is none.',
        examples: ['netclaim-values'],
        unit: 'DNS label',
      }),
      dnsZone: note(zone.optional(), {
        description:
          'A domain: each EipClaim has a record `<claim>.<namespace>.` in it, as a DNSEndpoint for external-dns; left out, there is none.',
        examples: ['net.example.com'],
        unit: 'DNS domain',
      }),
    })
    .optional(),
  {
    description: 'What is published of the ledger, for others to read in the cluster.',
    examples: [{ configMap: 'netclaim-values' }],
    unit: 'what is published',
  },
)
