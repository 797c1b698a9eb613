import * as z from 'zod'
import { Cluster, CommitId, Instant, Message } from './fields.ts'
import type { SyncReport } from './sync-report.ts'

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
  })
  .transform(
    ({ cluster, state, revision, message, at, facts }): SyncReport => ({
      reporter: 'own',
      cluster,
      ...(revision === undefined ? {} : { commit: revision }),
      state,
      message,
      at,
      ...(facts === undefined ? {} : { facts }),
    }),
  )
