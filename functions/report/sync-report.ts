import type { RunDetails } from '../../lib/pipeline/sync-report/run-details.ts'
import type { StatusState } from '../../lib/ports/forge.ts'

/** What somebody who applies the state says about it, whoever that is. */
export interface SyncReport {
  readonly reporter: 'own' | 'flux' | 'argocd'
  /** A DNS label. */
  readonly cluster: string
  /** What of it, `Kustomization flux-system/photon-prod`; absent: all. */
  readonly object?: string
  /** Whether the object also tells when it is well again: then its failure is remembered until it does. */
  readonly recovers?: true
  /** The commit of the state branch that it is about; absent: it failed before it knew. */
  readonly commit?: string
  readonly state: StatusState
  /** One line of plain text; empty: nothing more to say. */
  readonly message: string
  /** Milliseconds since 1970; absent: it does not say. */
  readonly at?: number
  /** Tip of the cluster's branch of facts, when it was pushed with this report. */
  readonly facts?: string
  /** All that is not well, by name. */
  readonly details?: RunDetails
}

/** A report of which it is known when it was made, or came. */
export interface TimedReport extends SyncReport {
  readonly at: number
}
