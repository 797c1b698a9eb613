import type { Finding } from '../domain/finding.ts'
import { emptyState, type State } from '../domain/ledger/state.ts'
import type { CheckRequest } from './check-request.ts'
import { guardedPlan } from './plan/guarded-plan.ts'
import { type ReadSide, readSide } from './read-side.ts'
import type { StateTree } from './report.ts'
import { stateTree } from './state/state-tree.ts'

/** The state that a check begins with. */
export interface Start {
  readonly tree: StateTree
  /** What is wrong with the whole base, where all of it was planned to get here. */
  readonly findings?: readonly Finding[]
}

/** Where the change begins: the state that is given, else what one plan of the base from nothing gives. */
export function startOf({ base, state, facts, engine, cel, time }: CheckRequest): Start {
  if (state !== undefined) return { tree: state }
  if (base === undefined) return { tree: new Map() }
  const side = readSide(base)
  const given = { ...(facts && { facts }), ...(cel && { cel }), ...(time && { time }) }
  const first = guardedPlan({ inputs: side.inputs, state: emptyState, engine, ...given })
  const findings = [...side.findings, ...first.findings]
  // Who lost to a later one is told of it only in the next plan: that is not the change's doing either.
  if (findings.some(({ severity }) => severity === 'error')) {
    findings.push(
      ...guardedPlan({ inputs: side.inputs, state: first.state, engine, ...given }).findings,
    )
  }
  const { settings } = side.inputs
  return { tree: stateTree(first, { before: new Map(), settings, ...given }), findings }
}

/** What is wrong with that part of the base that was read. */
export function findingsOf(
  { base, engine, facts, cel, time }: CheckRequest,
  side: ReadSide,
  state: State,
): readonly Finding[] {
  if (base === undefined) return []
  const given = {
    ...(facts && { facts }),
    ...(cel && { cel }),
    ...((time ?? state.time) && { time: time ?? state.time }),
  }
  return [
    ...side.findings,
    ...guardedPlan({ inputs: side.inputs, state, engine, ...given }).findings,
  ]
}
