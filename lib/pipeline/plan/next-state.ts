import type { Book } from '../../domain/ledger/entry.ts'
import { platformText } from '../../domain/ledger/platform-text.ts'
import type { PoolIndex } from '../../domain/ledger/pool-index.ts'
import type { State } from '../../domain/ledger/state.ts'
import { digestOf } from '../facts-digest.ts'
import type { Inputs } from '../inputs.ts'
import { endsAtOnce } from './advance.ts'
import type { Draft } from './draft.ts'
import { stillImported } from './imported.ts'
import type { PlanRequest } from './plan-request.ts'
import type { Adopted } from './platform-step.ts'
import type { AdoptedVip } from './vip-step.ts'

/** What a plan decided beside the books. */
export interface Decided {
  readonly request: PlanRequest
  readonly open: readonly string[]
  readonly adopted: Adopted
  readonly adoptedVip: AdoptedVip
}

/** The state after the plan. Acknowledgements are spent by the commit that adds them, used or not. */
export function nextState(draft: Draft, { request, open, adopted, adoptedVip }: Decided): State {
  const { state } = draft
  const source = request.source ?? state.source
  const isOver = endsAtOnce(draft, request.neverApplied ?? false)
  const keepsOld = adopted.platform !== draft.inputs.platform?.platform
  const platform = keepsOld ? state.platform : platformText(adopted.platform)
  return {
    ...(source === undefined ? {} : { source }),
    engine: request.engine,
    generation: draft.generation,
    ...heard(request),
    gone: state.gone,
    ...modeOf(state, draft.inputs),
    ...(draft.settings.target === 'operator' ? { target: 'operator' } : {}),
    ...timeOf(draft.inputs, request.time),
    spent: spentBy(state, draft.inputs),
    neverApplied: isOver ? [...state.neverApplied, draft.generation] : state.neverApplied,
    ...(platform === undefined ? {} : { platform }),
    open,
    ...stillImported(draft),
    ...(adoptedVip.stored === undefined ? {} : { vip: adoptedVip.stored }),
    ...(adoptedVip.migration === undefined ? {} : { migration: adoptedVip.migration }),
    arenas: draft.arenas,
    books: draft.books as ReadonlyMap<string, Book>,
    pools: poolsOf(draft),
  }
}

/** Shadow is left only by saying so. */
function modeOf(
  { mode: former }: State,
  { settings: { mode = former } }: Inputs,
): Pick<State, 'mode'> {
  return mode === 'shadow' ? { mode } : {}
}

function timeOf(inputs: Inputs, time: number | undefined): Pick<State, 'time'> {
  const { reservations, settings } = inputs
  const isAsked = settings.reuse.after > 0 || reservations.some(({ until }) => until !== undefined)
  return isAsked && time !== undefined ? { time } : {}
}

/** Which cluster reports, and what it said last. By facts of long after the commit nobody had reported yet. */
function heard({ state, facts, lived }: PlanRequest): Pick<State, 'cluster' | 'facts'> {
  const cluster = state.cluster ?? (lived === true ? undefined : facts?.uid)
  const digest = facts === undefined ? state.facts : digestOf(facts)
  return {
    ...(digest === undefined ? {} : { facts: digest }),
    ...(cluster === undefined ? {} : { cluster }),
  }
}

/** What is spent once these inputs were looked at: an acknowledgement counts in the commit that adds it, or never. */
export function spentBy(
  { spent }: State,
  { acknowledgements, transfers }: Inputs,
): readonly string[] {
  const digests = [...acknowledgements, ...transfers].map(({ digest }) => digest)
  return [...new Set([...spent, ...digests])].toSorted()
}

/** Pools that the platform has; what another one still counts stays as it was. */
function poolsOf(draft: Draft): ReadonlyMap<string, PoolIndex> {
  const pools = new Map(draft.state.pools)
  for (const [name, pool] of draft.pools) pools.set(name, pool.index())
  return pools
}
