import type { Tree } from '../domain/document.ts'
import type { Facts } from '../domain/facts.ts'
import type { Finding } from '../domain/finding.ts'
import type { State } from '../domain/ledger/state.ts'
import { digestOf } from './facts-digest.ts'
import { limitTo } from './limit-to.ts'
import { narrow, widen } from './narrow.ts'
import { frozenFinding } from './plan/frozen.ts'
import { spentBy } from './plan/next-state.ts'
import { plan } from './plan/plan.ts'
import { readTree } from './read/read-tree.ts'
import type { StateTree } from './report.ts'
import { sortFindings } from './sort-findings.ts'
import { readState } from './state/read-state.ts'
import { statePath } from './state/state-paths.ts'
import { stateTree } from './state/state-tree.ts'
import { writeHead } from './state/write-state.ts'

/** One first-parent commit of `main`, or one new set of facts, to be planned. */
export interface CommitRequest {
  /** The tree of `main` at that commit. */
  readonly head: Tree
  /** The tree that the state was planned for; where it is known, only what differs is planned anew. */
  readonly previous?: Tree
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
  const part = partOf(request)
  if (part === undefined) return planTree(request)
  const { head, state, planned } = part
  const result = planTree({ ...request, head, state }, planned)
  if (!result.commit) return { ...result, tree: request.state }
  return { ...result, tree: widen(request.state, state, result.tree) }
}

/** The part that this commit can touch; undefined for everything, as new facts and a first plan can. */
function partOf({ head, state, previous, facts, neverApplied }: CommitRequest) {
  if (previous === undefined || neverApplied === true) return undefined
  const text = state.get(statePath)
  if (text === undefined) return undefined
  const { value: before } = readState(new Map([[statePath, text]]))
  return before.facts === digestOf(facts) ? narrow({ head, state }, previous) : undefined
}

function planTree(request: CommitRequest, planned?: ReadonlySet<string>): CommitPlan {
  const { head, facts, source, engine, neverApplied = false } = request
  const before = readState(request.state)
  if (before.findings.length > 0) {
    return { tree: request.state, findings: before.findings, commit: false }
  }
  const read = readTree(head)
  const { inputs, findings } =
    planned === undefined
      ? { inputs: read.value, findings: read.findings }
      : limitTo(planned, read.value, read.findings)
  const made = plan({ inputs, state: before.value, facts, source, engine, neverApplied })
  const all = sortFindings([...findings, ...made.findings])
  if (made.moves === 'engine') return { tree: request.state, findings: all, commit: false }
  if (made.moves === 'frozen') {
    return freeze(request, { ...before.value, spent: spentBy(before.value, inputs) }, all)
  }
  const tree = stateTree(made, { before: request.state, settings: inputs.settings, facts })
  return { tree, findings: all, commit: true }
}

/** Everything stays as it was, but for the commit that was looked at. */
function freeze(request: CommitRequest, state: State, findings: readonly Finding[]): CommitPlan {
  const generation = state.generation + 1
  const head = writeHead({ ...state, source: request.source, generation })
  const said = sortFindings([...findings, frozenFinding(findings)])
  return { tree: new Map([...request.state, head]), findings: said, commit: true }
}
