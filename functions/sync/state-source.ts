import type { Settings } from '../../lib/domain/settings.ts'
import type { StateTree } from '../../lib/pipeline/report.ts'
import type { AppliedRecord, Candidate } from '../../lib/pipeline/sync/verify-state.ts'

/** A state commit with all its files, and how it lies to the one that was applied. */
export interface Fetched {
  readonly candidate: Candidate
  /** The branch that the commit is of; absent where nobody says. */
  readonly branch?: string
  readonly texts: StateTree
  /** Those of the commit of main that it was planned for. */
  readonly settings: Settings
  /** Why nobody could be asked for a later one; it is the state that was applied last. */
  readonly away?: string
}

/** Where the state comes from: a clone of the repository, or an archive of its state branch. */
export interface StateSource {
  /** The state that is to be applied now. Throws `OutsideError` where it cannot be had. */
  latest(applied: AppliedRecord | undefined): Promise<Fetched>
}
