import * as z from 'zod'
import type { Job } from '../../lib/ports/job-queue.ts'

const repository = z.string()

/** A job as it comes out of a queue, where an older version may have put it. */
export const JobMessage: z.ZodType<Job> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('pull-request'), repository, number: z.int() }),
  z.object({ kind: z.literal('merge-group'), repository, base: z.string(), head: z.string() }),
  z.object({ kind: z.literal('commit'), repository, sha: z.string() }),
  z.object({
    kind: z.literal('allocate'),
    repository,
    atLeast: z.string().exactOptional(),
  }),
  z.object({ kind: z.literal('report'), repository, report: z.unknown() }),
  z.object({ kind: z.literal('sweep'), repository }),
])
