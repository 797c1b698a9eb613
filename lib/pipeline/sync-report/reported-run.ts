import type { FieldConflict } from '../../ports/cluster.ts'

/** What a report needs to know of a run. */
export interface ReportedRun {
  /** The state commit; absent: none could be read. */
  readonly commit?: string
  /** Nothing was to be applied. */
  readonly shadow?: true
  readonly objects: readonly ReportedObject[]
  readonly findings: readonly { readonly message: string; readonly hint?: string }[]
}

export interface ReportedObject {
  readonly id: string
  readonly outcome: string
  readonly message?: string
  readonly health?: {
    readonly state: 'healthy' | 'progressing' | 'failed'
    readonly reason?: string
    readonly message?: string
  }
  readonly conflicts?: readonly FieldConflict[]
}
