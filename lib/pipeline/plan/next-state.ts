import type { Book } from '../../domain/ledger/entry.ts'
import { platformText } from '../../domain/ledger/platform-text.ts'
import type { PoolIndex } from '../../domain/ledger/pool-index.ts'
import type { State } from '../../domain/ledger/state.ts'
import { digestOf } from '../facts-digest.ts'
import type { Draft } from './draft.ts'
import type { PlanRequest } from './plan.ts'
import type { Adopted } from './platform-step.ts'

/** What a plan decided beside the books. */
export interface Decided {
  readonly request: PlanRequest
  readonly open: readonly string[]
  readonly adopted: Adopted
}

/** The state after the plan. Acknowledgements are spent by the commit that adds them, used or not. */
export function nextState(draft: Draft, { request, open, adopted }: Decided): State {
  const { state, inputs } = draft
  const cluster = state.cluster ?? request.facts?.uid
  const facts = request.facts === undefined ? state.facts : digestOf(request.facts)
  const source = request.source ?? state.source
  const digests = [...inputs.acknowledgements, ...inputs.transfers].map(({ digest }) => digest)
  const keepsOld = adopted.platform !== inputs.platform?.platform
  return {
    ...(source === undefined ? {} : { source }),
    engine: request.engine,
    generation: draft.generation,
    ...(facts === undefined ? {} : { facts }),
    ...(cluster === undefined ? {} : { cluster }),
    spent: [...new Set([...state.spent, ...digests])].toSorted(),
    neverApplied: request.neverApplied
      ? [...state.neverApplied, draft.generation]
      : state.neverApplied,
    ...(keepsOld
      ? { ...(state.platform === undefined ? {} : { platform: state.platform }) }
      : { platform: platformText(adopted.platform) }),
    open,
    books: draft.books as ReadonlyMap<string, Book>,
    pools: poolsOf(draft),
  }
}

/** Pools that the platform has; what another one still counts stays as it was. */
function poolsOf(draft: Draft): ReadonlyMap<string, PoolIndex> {
  const pools = new Map(draft.state.pools)
  for (const [name, pool] of draft.pools) pools.set(name, pool.index())
  return pools
}
