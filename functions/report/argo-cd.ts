import * as z from 'zod'
import { revisionOf } from '../../lib/pipeline/appliers/revision-of.ts'
import type { StatusState } from '../../lib/ports/forge.ts'
import { Cluster, Instant, Message, Name } from './fields.ts'
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
  .transform((body): SyncReport => {
    const { cluster, app, sync, revision, message, finishedAt } = body
    const state = stateOf(body)
    // What cannot be compared keeps the last operation's commit and time, and is about neither.
    const isOfOperation = sync !== 'Unknown'
    const commit = isOfOperation ? revisionOf(revision ?? '') : undefined
    const at = isOfOperation && typeof finishedAt === 'number' ? finishedAt : undefined
    return {
      reporter: 'argocd',
      cluster,
      object: `Application ${app}`,
      recovers: true,
      ...(commit === undefined ? {} : { commit }),
      state,
      message: state === 'failure' || state === 'error' ? (message ?? '') : '',
      ...(at === undefined ? {} : { at }),
    }
  })

interface Words {
  readonly phase?: string | null | undefined
  readonly health?: string | null | undefined
  readonly sync?: string | null | undefined
}

/**
 * A manifest that Argo CD cannot read or compare makes `sync` Unknown, and leaves the last operation Succeeded or is
 * there without any. A sync that succeeded may leave something that never gets healthy.
 */
function stateOf({ phase, health, sync }: Words): StatusState {
  if (phase === 'Failed' || sync === 'Unknown') return 'failure'
  if (phase === 'Error') return 'error'
  if (health === 'Degraded' || health === 'Missing') return 'failure'
  if (phase === 'Succeeded' && health === 'Healthy') return 'success'
  return 'pending'
}
