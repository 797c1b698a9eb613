import { noFacts } from '../domain/facts.ts'
import type { Finding } from '../domain/finding.ts'
import { viewFacts } from '../domain/ledger/facts-view.ts'
import type { State } from '../domain/ledger/state.ts'
import { sortFindings } from '../domain/sort-findings.ts'
import { allocationRows, foreignRows } from './allocation-rows.ts'
import { arenaRows } from './arena-capacity.ts'
import { capacityOf } from './capacity.ts'
import { changedMode } from './changed-mode.ts'
import type { CheckRequest, CheckResult } from './check-request.ts'
import { findingsOf, type Start, startOf } from './check-start.ts'
import { diff } from './diff.ts'
import { inherited, settle } from './inherited.ts'
import { lostSettings } from './lost-settings.ts'
import { narrow, widen } from './narrow.ts'
import { placeParties } from './place-parties.ts'
import { frozenFinding } from './plan/frozen.ts'
import { guardedPlan } from './plan/guarded-plan.ts'
import { type Opening, openPools } from './plan/open-pools.ts'
import { formerPlatform, noPlatform } from './plan/platform-step.ts'
import { type ReadSide, readSide } from './read-side.ts'
import type { Report, Verdict } from './report.ts'
import { type Scope, scopeOf } from './scope-of-check.ts'
import { readState } from './state/read-state.ts'
import { lazyStateTree, writeOut } from './state/state-tree.ts'
import { touchedBy } from './touched.ts'

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
  const { engine, facts, cel } = request
  const head = readSide(request.head, request.planned)
  const base = readSide(request.base ?? new Map(), request.planned)
  const extent = request.planned === undefined ? 'whole' : 'part'
  const { value: state, findings: problems } = readState(start.tree, extent)
  const { time = state.time } = request
  const given = {
    ...(facts === undefined ? {} : { facts }),
    ...(time === undefined ? {} : { time }),
  }
  const after = guardedPlan({
    inputs: head.inputs,
    before: base.inputs,
    state,
    engine,
    rendered: start.tree,
    ...(cel && { cel }),
    ...given,
  })
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
    ...changedSettings(request, { head, base, state }),
  ]
  const scope = scopeOf(touched, state, after)
  return {
    report: {
      verdict: verdictOf(findings),
      findings: sortFindings(findings),
      changes: diff(start.tree, tree),
      allocations: [
        ...allocationRows(scope, after.state, state),
        ...scope.pools.flatMap(foreignRows),
      ],
      capacity: capacityOf(
        scope.pools,
        pick(after.state.books, scope.environments),
        after.view,
        arenaRows(scope.environments, after.state, after.view.facts),
      ),
    },
    capacityBefore: capacityBefore(scope, {
      state,
      facts: facts ?? noFacts,
      reservations: base.inputs.reservations,
    }),
    before: start.tree,
    after: () => writeOut(tree),
  }
}

/** What changes by the settings alone, which may look like no change at all. */
function changedSettings(
  request: CheckRequest,
  {
    head,
    base,
    state,
  }: { readonly head: ReadSide; readonly base: ReadSide; readonly state: State },
): readonly Finding[] {
  if (request.base === undefined) return []
  const [said, before] = [head, base].map(({ inputs }) => inputs.settings.mode)
  return [
    ...lostSettings(request),
    ...changedMode({ head: request.head, said, before, former: state.mode }),
  ]
}

function capacityBefore(scope: Scope, opening: Opening): Report['capacity'] {
  const { state: before, facts } = opening
  const pools = openPools(formerPlatform(before) ?? noPlatform, opening)
  const same = scope.pools.flatMap(({ name }) => pools.get(name) ?? [])
  const books = pick(before.books, scope.environments)
  return capacityOf(same, books, viewFacts(facts), arenaRows(scope.environments, before, facts))
}

function pick(books: State['books'], names: ReadonlySet<string>): State['books'] {
  return new Map([...books].filter(([name]) => names.has(name)))
}

function verdictOf(findings: readonly Finding[]): Verdict {
  if (findings.some((finding) => finding.severity === 'error')) return 'refuse'
  return findings.some((finding) => finding.severity === 'warning') ? 'warn' : 'accept'
}
