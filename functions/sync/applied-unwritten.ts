import { applierNames } from '../../lib/pipeline/appliers/managers.ts'
import { type Applied, appliedState } from '../applied-state.ts'
import { remember } from './lease.ts'
import type { Look } from './look-at.ts'
import type { Memory } from './memory.ts'
import type { SyncOptions } from './options.ts'

/** The state that a cluster has where a run writes nothing: who applies it tells, or it is what the cluster remembers. */
export async function appliedUnwritten(
  look: Look,
  options: SyncOptions,
): Promise<{ readonly applied?: Applied | undefined; readonly unknown?: string }> {
  const { appliedBy } = look.fetched.settings
  if (options.mode !== 'observe' || appliedBy === 'netclaim') return { applied: look.lease.memory }
  // Of a state that was moved back it would be told that its objects are gone for good.
  if (look.refusals.length > 0) return {}
  const applied = await appliedByOthers(look, options)
  if (typeof applied !== 'string') return { applied }
  return { unknown: `how far ${applierNames[appliedBy]} has come is unknown: ${applied}` }
}

/**
 * How far Flux or Argo CD has come, which the cluster then remembers as it does of our own runs: so that a restore shows,
 * and a state that was moved back, and a hand-over goes on from there.
 */
async function appliedByOthers(look: Look, options: SyncOptions): Promise<Applied | string> {
  const { cluster, clock, identity, namespace = 'netclaim', repository } = options
  const { candidate, settings } = look.fetched
  if (repository === undefined) return 'an archive has no history'
  const applied = await appliedState({ cluster, repository }, settings, candidate.commit)
  const news = typeof applied === 'string' ? undefined : newsOf(look, applied)
  if (news !== undefined && look.lease.holder === undefined)
    await remember(look.lease, { cluster, clock, identity, namespace }, news)
  return applied
}

/** What the cluster is to remember beside what it does; undefined: nothing new. */
function newsOf({ lease, memory, plan }: Look, applied: Applied): Memory | undefined {
  const { memory: former } = lease
  const { uid, revision, restored } = memory
  const isLater = former === undefined || applied.generation > former.generation
  const isOver = restored !== undefined && !plan.removals.some(({ first }) => first)
  if (!isLater && !isOver && restored === former?.restored) return undefined
  const { commit, generation } = isLater ? applied : former
  const more = restored === undefined || isOver ? {} : { restored }
  return { commit, generation, uid, revision, ...more }
}
