import type { Finding } from '../../lib/domain/finding.ts'
import { type ClusterSeen, foreignCluster } from '../../lib/pipeline/sync/cluster-identity.ts'
import { otherApplier } from '../../lib/pipeline/sync/other-applier.ts'
import { verifyState } from '../../lib/pipeline/sync/verify-state.ts'
import type { SyncOptions } from './options.ts'
import type { ReadState } from './state-reader.ts'
import type { Fetched } from './state-source.ts'

/** Why nothing of a state may be applied to the cluster that was seen; none: it may. */
export function refusalsOf(
  { candidate, settings }: Fetched,
  { findings }: Pick<ReadState, 'findings'>,
  seen: ClusterSeen,
  { accept, authors = [], mode }: Pick<SyncOptions, 'accept' | 'authors' | 'mode'>,
): readonly Finding[] {
  const isAccepted = accept === candidate.commit
  const stranger = foreignCluster(seen)
  const other = mode === 'observe' ? undefined : otherApplier(settings, candidate.source)
  return [
    ...findings,
    ...(isAccepted ? [] : verifyState(candidate, seen.record ?? seen.told, authors)),
    ...[stranger, other].filter((one) => one !== undefined),
  ]
}
