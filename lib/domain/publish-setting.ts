import * as z from 'zod'
import { label, note } from './claims/field.ts'

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
    })
    .optional(),
  {
    description: 'What is published of the ledger, for others to read in the cluster.',
    examples: [{ configMap: 'netclaim-values' }],
    unit: 'what is published',
  },
)
