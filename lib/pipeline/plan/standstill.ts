import { noFacts } from '../../domain/facts.ts'
import type { Finding } from '../../domain/finding.ts'
import { viewFacts } from '../../domain/ledger/facts-view.ts'
import { openPools } from './open-pools.ts'
import type { Plan } from './plan.ts'
import type { PlanRequest } from './plan-request.ts'
import { formerPlatform, noPlatform } from './platform-step.ts'

/** Nothing moves: the state stays as it is, and says why. */
export function standstill(
  { inputs, state, facts }: PlanRequest,
  moves: 'engine' | 'frozen',
  findings: readonly Finding[],
): Plan {
  const platform = formerPlatform(state) ?? inputs.platform?.platform ?? noPlatform
  return {
    state,
    findings,
    platform,
    pools: openPools(platform, {
      state,
      facts: facts ?? noFacts,
      reservations: inputs.reservations,
    }),
    view: viewFacts(facts ?? noFacts),
    sound: false,
    whole: inputs.planned === undefined,
    platformChanged: false,
    definesKinds: false,
    moves,
  }
}
