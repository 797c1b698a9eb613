import type { Authors } from '../../lib/pipeline/sync/verify-state.ts'
import type { Clock } from '../../lib/ports/clock.ts'
import type { Cluster } from '../../lib/ports/cluster.ts'
import type { Repository } from '../../lib/ports/repository.ts'
import type { TenantClusters } from '../../lib/ports/tenants.ts'
import type { StateReader } from './state-reader.ts'
import type { StateSource } from './state-source.ts'

/** Which cluster gets which state, and how. */
export interface SyncOptions {
  readonly cluster: Cluster
  readonly clock: Clock
  readonly source: StateSource
  /** How tenant clusters are reached; absent: they are left alone, and nothing of them is known. */
  readonly tenants?: TenantClusters
  /** Tells what Flux or Argo CD applied from its commits, and what the cluster told; absent: nobody can. */
  readonly repository?: Repository
  /** What the cluster is called: its branch tells what was applied where the Lease is gone; absent: it has none. */
  readonly name?: string
  /** Who this is in the Lease; no two that run at a time are called the same. */
  readonly identity: string
  /** Where the Lease is (default `netclaim`). */
  readonly namespace?: string
  /** `dry-run`: what would be done; writes nothing. `observe`: somebody else applies; only judged, and remembered. */
  readonly mode?: 'apply' | 'dry-run' | 'observe'
  /** Who may commit to the state branch, by e-mail address (default: whoever looks like Netclaim). */
  readonly authors?: Authors
  /** A commit that a person has looked at: it may be older than what was applied, or of another history. */
  readonly accept?: string
  /** A commit that a person has looked at: what it takes away goes, though the brakes would hold it. */
  readonly letGo?: string
  /** For each wait (default 60,000): until something is gone, or healthy. */
  readonly waitMs?: number
  /** What reads state trees; several that share one read each tree once. */
  readonly read?: StateReader
  /** Says what is being done. */
  readonly progress?: (what: string) => void
}
