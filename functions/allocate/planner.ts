import { readFacts } from '../../lib/pipeline/facts/read-facts.ts'
import { planCommit } from '../../lib/pipeline/plan-commit.ts'
import { readState } from '../../lib/pipeline/state/read-state.ts'
import type { Planner } from './build.ts'

/** The pure functions that decide, as they are used outside tests. */
export const planner: Planner = {
  plan: planCommit,
  checkState: (state) => readState(state, 'whole').findings,
  readFacts,
}
