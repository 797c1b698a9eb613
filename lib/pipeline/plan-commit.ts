import type { Tree } from '../domain/document.ts'
import { type Facts, noFacts } from '../domain/facts.ts'
import type { Finding } from '../domain/finding.ts'
import type { State } from '../domain/ledger/state.ts'
import { sortFindings } from '../domain/sort-findings.ts'
import { digestOf } from './facts-digest.ts'
import { settle } from './inherited.ts'
import { narrow, widen } from './narrow.ts'
import { frozenFinding } from './plan/frozen.ts'
import { guardedPlan } from './plan/guarded-plan.ts'
import { spentBy } from './plan/next-state.ts'
import type { Plan } from './plan/plan.ts'
import type { CelEngine } from './policies/cel/cel-engine.ts'
import { type ReadSide, readSide } from './read-side.ts'
import type { StateTree } from './report.ts'
import { readState } from './state/read-state.ts'
import { statePath } from './state/state-paths.ts'
import { stateTree } from './state/state-tree.ts'
import { writeHead } from './state/write-state.ts'
import { touchedBy } from './touched.ts'

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
  /** Of that commit, or of the facts where they are newer, in seconds since 1970; absent: not known, and nothing is over. */
  readonly time?: number
  /** What evaluates policies; needed where `platform/policies/` holds any. */
  readonly cel?: CelEngine
  /** `netclaim allocate --never-applied`: no cluster has ever applied anything, so releases end at once. */
  readonly neverApplied?: boolean
  /** It is planned again, with facts of long after: what a claim has by now it had then. */
  readonly lived?: boolean
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
  const { head, previous, state, planned } = part
  const result = planTree({ ...request, head, previous, state }, planned)
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
  const { head, facts, source, engine, neverApplied = false, lived = false } = request
  const before = readState(request.state, planned === undefined ? 'whole' : 'part')
  if (before.findings.length > 0) {
    return { tree: request.state, findings: before.findings, commit: false }
  }
  const side = readSide(head, planned)
  const former = request.previous && readSide(request.previous, planned)
  const made = guardedPlan({
    inputs: side.inputs,
    ...(former === undefined ? {} : { before: former.inputs }),
    state: before.value,
    facts,
    source,
    engine,
    neverApplied,
    lived,
    rendered: request.state,
    ...timeOf(request),
    ...(request.cel && { cel: request.cel }),
  })
  const all = sortFindings(brought(request, { side, former, made, before: before.value }))
  const causes = sortFindings([...side.findings, ...made.findings])
  if (made.moves === 'engine') return { tree: request.state, findings: all, commit: false }
  if (made.moves === 'frozen') {
    const state = { ...before.value, spent: spentBy(before.value, side.inputs) }
    return freeze(request, state, [...all, frozenFinding(causes)])
  }
  const { settings } = side.inputs
  const tree = stateTree(made, { before: request.state, settings, facts })
  return { tree, findings: all, commit: true }
}

interface Made {
  readonly side: ReadSide
  /** The tree before; absent where it is the same, or not known. */
  readonly former: ReadSide | undefined
  readonly made: Plan
  readonly before: State
}

/** What was wrong before the commit, or before the facts, is not its doing: that is information. */
function brought(request: CommitRequest, { side, former, made, before }: Made): readonly Finding[] {
  const found = [...side.findings, ...made.findings]
  const isSame = before.source === request.source
  if (former === undefined && !isSame) return found
  const base = former ?? side
  const facts = isSame ? noFacts : request.facts
  const { engine, cel } = request
  const known = guardedPlan({
    inputs: base.inputs,
    state: before,
    facts,
    engine,
    ...timeOf(before),
    ...(cel && { cel }),
  }).findings
  return settle(found, [...base.findings, ...known], touchedBy(side, base))
}

function timeOf({ time }: Pick<State, 'time'>): Pick<State, 'time'> {
  return time === undefined ? {} : { time }
}

/** Everything stays as it was, but for the commit that was looked at. */
function freeze(request: CommitRequest, state: State, findings: readonly Finding[]): CommitPlan {
  const generation = state.generation + 1
  const head = writeHead({ ...state, source: request.source, generation })
  const tree = new Map([...request.state, head])
  return { tree, findings: sortFindings(findings), commit: true }
}
