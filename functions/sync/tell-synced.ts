import { holdOf } from '../../lib/pipeline/sync/hold.ts'
import { stateOf } from '../../lib/pipeline/sync/sync-run.ts'
import { appliedState } from '../applied-state.ts'
import type { Applied, Synced } from '../sync.ts'
import { instant } from './instant.ts'
import { type TellOptions, type Told, tellRun } from './tell-run.ts'

/** Whom a run is told to. */
export type TellSyncedOptions = Omit<TellOptions, 'bindings' | 'holdOf'> & {
  /** Flux or Argo CD applies: how far they are is told by their own objects. */
  readonly observes: boolean
}

/** Tells what a run of the sync came to. A run that was refused leaves the cluster with the state that it had. */
export async function tellSynced(synced: Synced, options: TellSyncedOptions): Promise<Told> {
  const { run, state } = synced
  const applied = options.observes ? await appliedByOthers(synced, options) : synced.applied
  const told = {
    run,
    outcome: stateOf(run),
    uid: run.cluster,
    state,
    ...(applied === undefined ? {} : { applied }),
  }
  const now = instant(options.clock)
  return tellRun(told, { ...options, holdOf: (object) => holdOf(object, now) })
}

async function appliedByOthers(
  { run, settings }: Synced,
  { cluster, repository }: TellSyncedOptions,
): Promise<Applied | undefined> {
  if (repository === undefined) return undefined
  return appliedState({ cluster, repository }, settings, run.commit)
}
