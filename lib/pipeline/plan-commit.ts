import type { Tree } from '../domain/document.ts'
import type { Facts } from '../domain/facts.ts'
import type { Finding } from '../domain/finding.ts'
import type { StateTree } from './report.ts'

/** One first-parent commit of `main`, or one new set of facts, to be planned. */
export interface CommitRequest {
  /** The tree of `main` at that commit. */
  readonly head: Tree
  /** The state branch's tree; empty when it was just made. */
  readonly state: StateTree
  readonly facts: Facts
  /** Id of the commit of `main`. */
  readonly source: string
  readonly engine: string
  /** `netclaim allocate --never-applied`: no cluster has ever applied anything, so releases end at once. */
  readonly neverApplied?: boolean
}

/** The next state tree and what there is to say. */
export interface CommitPlan {
  readonly tree: StateTree
  readonly findings: readonly Finding[]
  /** False when the engine is not the pinned one or everything is frozen: nothing is to be committed. */
  readonly commit: boolean
}

/** What the state branch is to hold after this commit of `main`. */
export function planCommit(request: CommitRequest): CommitPlan {
  return { tree: request.state, findings: [], commit: false }
}
