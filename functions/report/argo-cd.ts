import * as z from 'zod'
import type { StatusState } from '../../lib/ports/forge.ts'
import { Cluster, Instant, Message, Name } from './fields.ts'
import { revisionOf } from './flux.ts'
import type { SyncReport } from './sync-report.ts'

/** Empty and null is how Go's templates write what an Application does not have yet. */
const Word = z.string().max(200).nullish()

/** What a template of Argo CD's notifications is to send: each text by `toJson`, or a quote in a message breaks the body. */
export const ArgoCdReport = z
  .object({
    v: z.literal(1),
    engine: z.literal('argocd'),
    cluster: Cluster,
    app: Name,
    phase: Word,
    health: Word,
    sync: Word,
    revision: Word,
    message: Message.nullish(),
    finishedAt: Instant.nullish().or(z.literal('')),
  })
  .transform((body, context): SyncReport => {
    const { cluster, app, revision, message, finishedAt } = body
    const state = stateOf(body)
    if (typeof finishedAt !== 'number' && state !== 'pending') {
      context.addIssue('finishedAt is missing')
      return z.NEVER
    }
    const commit = revisionOf(revision ?? '')
    return {
      reporter: 'argocd',
      cluster,
      object: `Application ${app}`,
      ...(commit === undefined ? {} : { commit }),
      state,
      message: state === 'failure' || state === 'error' ? (message ?? '') : '',
      at: typeof finishedAt === 'number' ? finishedAt : 0,
    }
  })

/** A sync that succeeded may leave something that never gets healthy. */
function stateOf({
  phase,
  health,
}: {
  readonly phase?: string | null | undefined
  readonly health?: string | null | undefined
}): StatusState {
  if (phase === 'Failed') return 'failure'
  if (phase === 'Error') return 'error'
  if (health === 'Degraded' || health === 'Missing') return 'failure'
  if (phase === 'Succeeded' && health === 'Healthy') return 'success'
  return 'pending'
}
