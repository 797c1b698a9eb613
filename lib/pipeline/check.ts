import type { Tree } from '../domain/document.ts'
import { type Facts, noFacts } from '../domain/facts.ts'
import type { Finding } from '../domain/finding.ts'
import { viewFacts } from '../domain/ledger/facts-view.ts'
import { emptyState, type State } from '../domain/ledger/state.ts'
import { allocationRows, foreignRows } from './allocation-rows.ts'
import { capacityOf } from './capacity.ts'
import { diff } from './diff.ts'
import { inherited, settle } from './inherited.ts'
import { limitTo } from './limit-to.ts'
import { narrow, widen } from './narrow.ts'
import { placeParties } from './place-parties.ts'
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

/**
 * Judges a change: what it gets, what it collides with, and what `allocate` would commit for it.
 *
 * Like `allocate`, it plans what the change can touch; everything, where there is no base to compare with.
 */
export function check(request: CheckRequest): CheckResult {
  const { head, base, planned } = request
  const start = startOf(request)
  const part =
    base === undefined || planned !== undefined
      ? undefined
      : narrow({ head, state: start.tree }, base)
  if (part === undefined) return judge(request, start)
  const result = judge({ ...request, ...part, base: part.previous }, { ...start, tree: part.state })
  const report = { ...result.report, findings: placeParties(result.report.findings, head) }
  return {
    ...result,
    report,
    before: start.tree,
    after: () => widen(start.tree, part.state, result.after()),
  }
}

function judge(request: CheckRequest, start: Start): CheckResult {
  const { engine, facts } = request
  const head = readSide(request.head, request.planned)
  const base = readSide(request.base ?? new Map(), request.planned)
  const { value: state, findings: problems } = readState(start.tree)
  const given = facts === undefined ? {} : { facts }
  const after = plan({ inputs: head.inputs, before: base.inputs, state, engine, ...given })
  const { settings } = head.inputs
  const tree = lazyStateTree(after, { before: start.tree, settings, ...given })
  const touched = touchedBy(head, base)
  const found = [...head.findings, ...after.findings]
  const known = start.findings ?? findingsOf(request, base, state)
  const findings = [
    ...problems,
    ...settle(found, known, touched),
    ...inherited(start.findings ?? [], request.planned),
    ...(after.moves === 'frozen' ? [frozenFinding(found)] : []),
  ]
  const scope = scopeOf(touched, state, after)
  return {
    report: {
      verdict: verdictOf(findings),
      findings: sortFindings(findings),
      changes: diff(start.tree, tree),
      allocations: [
        ...allocationRows(scope.environments, after.state, state),
        ...scope.pools.flatMap(foreignRows),
      ],
      capacity: capacityOf(scope.pools, pick(after.state.books, scope.environments), after.view),
    },
    capacityBefore: capacityBefore(state, scope, facts ?? noFacts),
    before: start.tree,
    after: () => writeOut(tree),
  }
}

interface ReadSide extends Side {
  readonly findings: readonly Finding[]
}

function readSide(tree: Tree, planned?: ReadonlySet<string>): ReadSide {
  const { value, findings } = readTree(tree)
  if (planned === undefined) return { tree, inputs: value, findings }
  return { tree, ...limitTo(planned, value, findings) }
}

interface Start {
  readonly tree: StateTree
  /** What is wrong with the whole base, where all of it was planned to get here. */
  readonly findings?: readonly Finding[]
}

/** Where the change begins: the state that is given, else what one plan of the base from nothing gives. */
function startOf({ base, state, facts, engine }: CheckRequest): Start {
  if (state !== undefined) return { tree: state }
  if (base === undefined) return { tree: new Map() }
  const side = readSide(base)
  const given = facts === undefined ? {} : { facts }
  const first = plan({ inputs: side.inputs, state: emptyState, engine, ...given })
  const findings = [...side.findings, ...first.findings]
  // Who lost to a later one is told of it only in the next plan: that is not the change's doing either.
  if (findings.some(({ severity }) => severity === 'error')) {
    findings.push(...plan({ inputs: side.inputs, state: first.state, engine, ...given }).findings)
  }
  const { settings } = side.inputs
  return { tree: stateTree(first, { before: new Map(), settings, ...given }), findings }
}

/** What is wrong with that part of the base that was read. */
function findingsOf(
  { base, engine, facts }: CheckRequest,
  side: ReadSide,
  state: State,
): readonly Finding[] {
  if (base === undefined) return []
  const given = facts === undefined ? {} : { facts }
  return [...side.findings, ...plan({ inputs: side.inputs, state, engine, ...given }).findings]
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
