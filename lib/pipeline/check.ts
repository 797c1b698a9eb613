import type { Tree } from '../domain/document.ts'
import { type Facts, noFacts } from '../domain/facts.ts'
import type { Finding } from '../domain/finding.ts'
import { viewFacts } from '../domain/ledger/facts-view.ts'
import { emptyState, type State } from '../domain/ledger/state.ts'
import { allocationRows, foreignRows } from './allocation-rows.ts'
import { capacityOf } from './capacity.ts'
import { diff } from './diff.ts'
import { settle } from './inherited.ts'
import type { Inputs } from './inputs.ts'
import { frozenFinding } from './plan/frozen.ts'
import { openPools } from './plan/open-pools.ts'
import { plan } from './plan/plan.ts'
import { formerPlatform, noPlatform } from './plan/platform-step.ts'
import { readTree } from './read/read-tree.ts'
import type { Report, StateTree, Verdict } from './report.ts'
import { type Scope, scopeOf } from './scope-of-check.ts'
import { sortFindings } from './sort-findings.ts'
import { readState } from './state/read-state.ts'
import { lazyStateTree, stateTree, writeOut } from './state/state-tree.ts'
import { type Side, touchedBy } from './touched.ts'

/** What a check looks at. All of it is values; nothing is read from anywhere. */
export interface CheckRequest {
  /** What `main` would be after the merge. */
  readonly head: Tree
  /** What `main` is; absent: nothing, every claim is new. */
  readonly base?: Tree
  /** What the state branch holds; absent: what one plan of the base from nothing gives. */
  readonly state?: StateTree
  readonly facts?: Facts
  /** Version of this program. */
  readonly engine: string
  /** The environments that the trees hold, when these are only what the change can touch (`scopeOf`). */
  readonly planned?: ReadonlySet<string>
}

/** The report, and the state trees before and after, for diffs and for `render`. */
export interface CheckResult {
  readonly report: Report
  /** Capacity before the change, for the same pools as the report's. */
  readonly capacityBefore: Report['capacity']
  readonly before: StateTree
  /** Writes out the tree after, which costs more than the rest of the check. */
  readonly after: () => StateTree
}

/** Judges a change: what it gets, what it collides with, and what `allocate` would commit for it. */
export function check(request: CheckRequest): CheckResult {
  const { engine, facts } = request
  const head = readSide(request.head, request.planned)
  const base = readSide(request.base ?? new Map(), request.planned)
  const start = startOf(request, base)
  const after = plan({
    inputs: head.inputs,
    before: base.inputs,
    state: start.state,
    engine,
    ...(facts === undefined ? {} : { facts }),
  })
  const tree = lazyStateTree(after, {
    before: start.tree,
    settings: head.inputs.settings,
    ...(facts === undefined ? {} : { facts }),
  })
  const touched = touchedBy(head, base)
  const found = [...head.findings, ...after.findings]
  const findings = [
    ...start.problems,
    ...settle(found, start.findings, touched),
    ...(after.moves === 'frozen' ? [frozenFinding(found)] : []),
  ]
  const scope = scopeOf(touched, start.state, after)
  return {
    report: {
      verdict: verdictOf(findings),
      findings: sortFindings(findings),
      changes: diff(start.tree, tree),
      allocations: [
        ...allocationRows(scope.environments, after.state, start.state),
        ...scope.pools.flatMap(foreignRows),
      ],
      capacity: capacityOf(scope.pools, pick(after.state.books, scope.environments), after.view),
    },
    capacityBefore: capacityBefore(start.state, scope, facts ?? noFacts),
    before: start.tree,
    after: () => writeOut(tree),
  }
}

interface ReadSide extends Side {
  readonly findings: readonly Finding[]
}

function readSide(tree: Tree, planned?: ReadonlySet<string>): ReadSide {
  const { value, findings } = readTree(tree)
  const inputs: Inputs = planned ? { ...value, planned } : value
  return { tree, inputs, findings }
}

interface Start {
  readonly tree: StateTree
  readonly state: State
  /** What is wrong with the base, which the change did not bring. */
  readonly findings: readonly Finding[]
  /** What is wrong with the state branch itself. */
  readonly problems: readonly Finding[]
}

/** Where the change begins: the state that is given, else what one plan of the base from nothing gives. */
function startOf({ base, state, facts, engine }: CheckRequest, side: ReadSide): Start {
  const given = state === undefined ? undefined : readState(state)
  const problems = given?.findings ?? []
  const before = given?.value ?? emptyState
  if (base === undefined) return { tree: state ?? new Map(), state: before, findings: [], problems }
  const planBase = (from: State) =>
    plan({ inputs: side.inputs, state: from, engine, ...(facts === undefined ? {} : { facts }) })
  const planned = planBase(before)
  const findings = [...side.findings, ...planned.findings]
  if (state !== undefined) return { tree: state, state: before, findings, problems }
  // Who lost to a later one is told of it only in the next plan: that is not the change's doing either.
  if (findings.some(({ severity }) => severity === 'error'))
    findings.push(...planBase(planned.state).findings)
  const { settings } = side.inputs
  const tree = stateTree(planned, {
    before: new Map(),
    settings,
    ...(facts === undefined ? {} : { facts }),
  })
  return { tree, state: planned.state, findings, problems }
}

function capacityBefore(before: State, scope: Scope, facts: Facts): Report['capacity'] {
  const pools = openPools(formerPlatform(before) ?? noPlatform, before, facts)
  const same = scope.pools.flatMap(({ name }) => pools.get(name) ?? [])
  return capacityOf(same, pick(before.books, scope.environments), viewFacts(facts))
}

function pick(books: State['books'], names: ReadonlySet<string>): State['books'] {
  return new Map([...books].filter(([name]) => names.has(name)))
}

function verdictOf(findings: readonly Finding[]): Verdict {
  if (findings.some((finding) => finding.severity === 'error')) return 'refuse'
  return findings.some((finding) => finding.severity === 'warning') ? 'warn' : 'accept'
}
