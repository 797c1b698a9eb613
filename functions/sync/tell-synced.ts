import { printable } from '../../lib/domain/printable.ts'
import { holdOf } from '../../lib/pipeline/sync/hold.ts'
import { syncRules } from '../../lib/pipeline/sync/sync-rules.ts'
import { type SyncRun, stateOf } from '../../lib/pipeline/sync/sync-run.ts'
import type { Synced } from '../sync.ts'
import { instant } from './instant.ts'
import { listsOf } from './list-kinds.ts'
import { sendReport, tellRun } from './tell-run.ts'
import type { TenantDone } from './tenants/carry-out-tenants.ts'
import type { TellOptions, Told } from './told-run.ts'
import type { TenantTold } from './write-delegations.ts'

/** Whom a run is told to. */
export type TellSyncedOptions = Omit<TellOptions, 'bindings' | 'holdOf'>

/**
 * Tells what a run of the sync came to. A run that was refused leaves the cluster with the state that it had, and its claims
 * with what they say. Where nobody knows which state that is, no facts are published: those that were show that a state was
 * moved back. Of a cluster that the repository does not speak for nothing is told but that, and nothing is written in it.
 */
export async function tellSynced(synced: Synced, options: TellSyncedOptions): Promise<Told> {
  const { run, state, live, applied, refused, unknown, tenants } = synced
  const left = {
    run,
    outcome: stateOf(run),
    uid: run.cluster,
    state,
    refused,
    lists: listsOf(live),
    tenants: tenants.flatMap(toldOf),
    ...(applied === undefined ? {} : { applied }),
  }
  if (isForeign(run)) return sendReport(left, { problems: [] }, options)
  const now = instant(options.clock)
  const { repository, ...others } = options
  const isBlind = refused && applied === undefined
  const facts = repository === undefined || isBlind ? {} : { repository }
  const told = await tellRun(left, {
    ...others,
    ...facts,
    holdOf: (object) => holdOf(object, now),
  })
  return unknown === undefined ? told : { ...told, problems: [unknown, ...told.problems] }
}

/** A cluster that did not answer says nothing: what it had it has. One whose turn did not come is not spoken of. */
function toldOf({ tenant: { ref }, seen }: TenantDone): readonly TenantTold[] {
  if (seen === undefined) return []
  if (typeof seen === 'string') {
    const poolProblem = `its cluster is not reached: ${printable(seen, 300)}`
    return [{ ...ref, poolProblem }]
  }
  const { has, poolProblem } = seen
  return [{ ...ref, ...(has && { has }), ...(poolProblem === undefined ? {} : { poolProblem }) }]
}

function isForeign({ findings }: SyncRun): boolean {
  return findings.some(({ rule }) => rule === syncRules.foreignCluster.id)
}
