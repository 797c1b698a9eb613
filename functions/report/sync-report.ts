import type { StatusState } from '../../lib/ports/forge.ts'

/** What somebody who applies the state says about it, whoever that is. */
export interface SyncReport {
  readonly reporter: 'own' | 'flux' | 'argocd'
  /** A DNS label. */
  readonly cluster: string
  /** What of it, `Kustomization flux-system/photon-prod`; absent: all. */
  readonly object?: string
  /** The commit of the state branch that it is about; absent: it failed before it knew. */
  readonly commit?: string
  readonly state: StatusState
  /** One line of plain text; empty: nothing more to say. */
  readonly message: string
  /** Milliseconds since 1970. */
  readonly at: number
  /** Tip of the cluster's branch of facts, when it was pushed with this report. */
  readonly facts?: string
}
