import * as z from 'zod'
import { Condition } from '../../domain/claims/status.ts'

const Text = z.string().optional().catch(undefined)
const Flag = z.boolean().optional().catch(undefined)

/** What of an object's metadata a status needs, whatever else is in it. */
export const Metadata = z.object({
  name: z.string().min(1),
  namespace: z.string().default('').catch(''),
  uid: Text,
  generation: z.int().nonnegative().optional().catch(undefined),
  deletionTimestamp: Text,
  annotations: z.record(z.string(), z.string()).default({}).catch({}),
})

const Claim = z.object({
  metadata: Metadata,
  spec: z
    .object({
      externalAccess: Flag,
      type: z.enum(['nat', 'lrp']).default('nat').catch('nat'),
      v4Ip: Text,
      cidrBlock: Text,
    })
    .default({ type: 'nat' })
    .catch({ type: 'nat' }),
  status: z
    .object({ conditions: z.array(Condition).default([]).catch([]) })
    .default({ conditions: [] })
    .catch({ conditions: [] }),
})

/** A claim as the cluster has it; fields of other kinds are missing in it. */
export type ClaimObject = Readonly<z.output<typeof Claim>>

/** The claims among objects of one kind; what has no name is passed over. */
export function readClaims(objects: readonly object[]): readonly ClaimObject[] {
  return objects.flatMap((object) => Claim.safeParse(object).data ?? [])
}
