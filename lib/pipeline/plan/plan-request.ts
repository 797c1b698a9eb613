import type { Facts } from '../../domain/facts.ts'
import type { State } from '../../domain/ledger/state.ts'
import type { Inputs } from '../inputs.ts'
import type { CelEngine } from '../policies/cel/cel-engine.ts'
import type { StateTree } from '../report.ts'

/** What one plan is made of. All of it is values. */
export interface PlanRequest {
  /** What the tree of `main` says, or the part of it that a change can touch. */
  readonly inputs: Inputs
  /** The tree before, for the places of what is gone. */
  readonly before?: Inputs
  readonly state: State
  readonly facts?: Facts
  readonly source?: string
  readonly engine: string
  readonly neverApplied?: boolean
  /** The facts are of long after the commit. */
  readonly lived?: boolean
  /** Of the commits that this is planned for, in seconds since 1970; absent: not known, and nothing is over. */
  readonly time?: number
  /** Needed where there are policies. */
  readonly cel?: CelEngine
  /** The state tree before, for what rendered objects were. */
  readonly rendered?: StateTree
}
