import { appliedState } from '../applied-state.ts'
import type { Applied } from '../sync.ts'
import { remember } from './lease.ts'
import type { Look } from './look-at.ts'
import type { Memory } from './memory.ts'
import type { SyncOptions } from './options.ts'

/** The state that a cluster has where this run writes nothing: who applies it tells, or it is what the cluster remembers. */
export async function appliedUnwritten(
  look: Look,
  options: SyncOptions,
): Promise<Applied | undefined> {
  const isOthers = options.mode === 'observe' && look.fetched.settings.appliedBy !== 'netclaim'
  return isOthers ? appliedByOthers(look, options) : look.lease.memory
}

/**
 * How far Flux or Argo CD has come, which the cluster then remembers as it does of our own runs: so that a restore shows,
 * and a state that was moved back, and a hand-over goes on from there. Undefined where nobody can tell.
 */
async function appliedByOthers(look: Look, options: SyncOptions): Promise<Applied | undefined> {
  const { cluster, clock, identity, namespace = 'netclaim', repository } = options
  const { candidate, settings } = look.fetched
  if (repository === undefined || look.refusals.length > 0) return undefined
  const applied = await appliedState({ cluster, repository }, settings, candidate.commit)
  const news = applied && newsOf(look, applied)
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
