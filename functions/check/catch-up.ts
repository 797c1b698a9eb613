import type { Facts } from '../../lib/domain/facts.ts'
import type { Checked } from '../../lib/domain/finding.ts'
import type { Repository } from '../../lib/ports/repository.ts'
import type { Snapshot } from '../../lib/ports/snapshot.ts'
import { build } from '../allocate/build.ts'
import { planner } from '../allocate/planner.ts'
import { refusal } from '../allocate/state-refusals.ts'
import { MAX_LAG } from './limits.ts'
import { textsSnapshot } from './texts-snapshot.ts'

/** A state that lags behind main, and what it would be planned with. */
export interface Lagging {
  /** Tip of the state branch. */
  readonly state: string
  /** The commit of main that it was planned for. */
  readonly planned: string
  readonly main: string
  readonly facts: Checked<Facts>
  readonly engine: string
}

/**
 * The state as `allocate` will have it once it has caught up with main; nothing is written. It costs what an allocation
 * does, so only the last look before main is worth it. Throws `OutsideError` for a state that is far behind.
 */
export async function caughtUp(repository: Repository, lagging: Lagging): Promise<Snapshot> {
  const { state: tip, planned, main, facts, engine } = lagging
  const [state, tree, sources] = await Promise.all([
    repository.readState(tip),
    repository.readTree(planned),
    repository.firstParents(planned, main),
  ])
  if (sources.length > MAX_LAG)
    throw refusal(
      `the state is ${sources.length} commits behind main, more than ${MAX_LAG}: it is to be allocated for first`,
    )
  const unwritten = { ...repository, write: async () => tip }
  const context = { repository: unwritten, planner, engine, facts, neverApplied: false }
  const steps = sources.map((source) => ({ occasion: 'commit', source }) as const)
  const { base } = await build(context, { tip, state, tree }, steps, steps.length)
  return textsSnapshot(base.state)
}
