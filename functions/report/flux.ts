import * as z from 'zod'
import { revisionOf } from '../../lib/pipeline/appliers/revision-of.ts'
import type { StatusState } from '../../lib/ports/forge.ts'
import { Cluster, Instant, Message, Name } from './fields.ts'
import type { SyncReport } from './sync-report.ts'

const Metadata = z
  .record(z.string().max(317), z.string().max(4_096))
  // The server strips `kustomize.toolkit.fluxcd.io/`, the documentation's example does not.
  .transform((all) => new Map(Object.entries(all).map(([key, text]) => [lastPart(key), text])))

/** An event of Flux's notification controller (fluxcd/pkg apis/event/v1beta1), `cluster` from Alert.spec.eventMetadata. */
export const FluxReport = z
  .object({
    involvedObject: z.object({ kind: Name, namespace: Name, name: Name }),
    severity: z.enum(['info', 'error', 'trace']),
    timestamp: Instant,
    message: Message,
    reason: z.string().max(200),
    metadata: Metadata.default(new Map()),
    reportingController: z.string().max(200),
  })
  .transform(({ involvedObject, timestamp, metadata, ...event }, context): SyncReport => {
    const cluster = Cluster.safeParse(metadata.get('cluster'))
    if (!cluster.success) {
      context.addIssue('metadata has no cluster: Alert.spec.eventMetadata is to name it')
      return z.NEVER
    }
    const { kind, namespace, name } = involvedObject
    const commit = revisionOf(metadata.get('revision') ?? '')
    return {
      reporter: 'flux',
      cluster: cluster.data,
      object: `${kind} ${namespace}/${name}`,
      // A source only says what it fetched, and its next failure.
      ...(kind === 'Kustomization' ? { recovers: true as const } : {}),
      ...(commit === undefined ? {} : { commit }),
      state: stateOf(event),
      message: event.severity === 'error' ? event.message : '',
      at: timestamp,
    }
  })

function stateOf({
  severity,
  reason,
}: {
  readonly severity: string
  readonly reason: string
}): StatusState {
  if (severity === 'error') return 'failure'
  return reason === 'ReconciliationSucceeded' ? 'success' : 'pending'
}

function lastPart(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1)
}
