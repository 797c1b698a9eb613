import type { Tree } from '../domain/document.ts'
import type { Facts } from '../domain/facts.ts'
import type { Finding } from '../domain/finding.ts'
import { frozenFinding } from './plan/frozen.ts'
import { plan } from './plan/plan.ts'
import { readTree } from './read/read-tree.ts'
import type { StateTree } from './report.ts'
import { sortFindings } from './sort-findings.ts'
import { readState } from './state/read-state.ts'
import { stateTree } from './state/state-tree.ts'
import { writeHead } from './state/write-state.ts'

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
  /** False when the engine is not the pinned one or the state cannot be read: nothing is to be committed. */
  readonly commit: boolean
}

/** What the state branch is to hold after this commit of `main`. */
export function planCommit(request: CommitRequest): CommitPlan {
  const { head, facts, source, engine, neverApplied = false } = request
  const before = readState(request.state)
  if (before.findings.length > 0) {
    return { tree: request.state, findings: before.findings, commit: false }
  }
  const { value: inputs, findings } = readTree(head)
  const planned = plan({ inputs, state: before.value, facts, source, engine, neverApplied })
  const all = sortFindings([...findings, ...planned.findings])
  if (planned.moves === 'engine') return { tree: request.state, findings: all, commit: false }
  if (planned.moves === 'frozen') {
    const said = sortFindings([...all, frozenFinding(all)])
    const { value: state } = before
    const head = writeHead({ ...state, source, generation: state.generation + 1 })
    return { tree: new Map([...request.state, head]), findings: said, commit: true }
  }
  const tree = stateTree(planned, { before: request.state, settings: inputs.settings, facts })
  return { tree, findings: all, commit: true }
}
