import * as z from 'zod'
import type { RunDetails } from '../../lib/pipeline/sync-report/run-details.ts'
import { Cluster, CommitId, Instant, Message } from './fields.ts'
import type { SyncReport } from './sync-report.ts'

/** A clause; what is shown of it is cut again. */
const Clause = z.string().max(2_000)
/** More than our sync sends. */
const MAX_ITEMS = 1_000
const Count = z.int().min(0)

const Objects = z
  .array(
    z.object({
      object: Clause,
      what: Clause,
      why: Clause.exactOptional(),
      conflicts: z
        .array(z.object({ manager: Clause, field: Clause, since: Clause.exactOptional() }))
        .max(MAX_ITEMS)
        .exactOptional(),
    }),
  )
  .max(MAX_ITEMS)

const Details: z.ZodType<RunDetails> = z.object({
  all: Count,
  well: Count,
  failing: Count,
  causes: z.array(z.object({ message: Clause, hint: Clause.exactOptional() })).max(MAX_ITEMS),
  failed: Objects,
  waiting: Objects,
  problems: z.array(Clause).max(MAX_ITEMS),
  left: Count,
})

/** What our own sync sends. */
export const OwnReport = z
  .object({
    v: z.literal(1),
    engine: z.literal('netclaim'),
    cluster: Cluster,
    state: z.enum(['pending', 'success', 'failure', 'error']),
    /** The commit of the state branch that was applied. */
    revision: CommitId.optional(),
    message: Message.default(''),
    at: Instant,
    /** Tip of `netclaim/observed/<cluster>` after this run's push; absent: nothing was pushed. */
    facts: CommitId.optional(),
    /** Absent: there was no run, or its sync is of a version that sends none. */
    details: Details.optional(),
  })
  .transform(
    ({ cluster, state, revision, message, at, facts, details }): SyncReport => ({
      reporter: 'own',
      cluster,
      ...(revision === undefined ? {} : { commit: revision }),
      state,
      message,
      at,
      ...(facts === undefined ? {} : { facts }),
      ...(details === undefined ? {} : { details }),
    }),
  )
