import type { CommitStatus } from '../../lib/ports/forge.ts'
import { observedPrefix, readObserved } from '../allocate/observed.ts'
import { planner } from '../allocate/planner.ts'
import type { Context } from '../context.ts'
import { MAX_SKEW_MS, SILENT_MS } from '../report/limits.ts'
import {
  appliedByFacts,
  movedBack,
  readTold,
  silence,
  syncContext,
  waiting,
} from '../report/sync-status.ts'
import { headerOf } from '../tell/state-step.ts'

/**
 * Marks the present state and its commit of main for each cluster of which nobody says what it made of that state: that
 * its facts show it applied; else, where it is to report, that it is waited for, and after an hour that it failed. A
 * cluster counts as silent, too, once it has neither reported nor pushed facts for an hour.
 */
export async function tellSilence(
  context: Context,
  state: string,
  observed: ReadonlyMap<string, string>,
): Promise<void> {
  const { repository, forge, clock } = context
  const clusters = new Set(context.clusters)
  for (const branch of observed.keys()) clusters.add(branch.slice(observedPrefix.length))
  if (clusters.size === 0) return
  const known = await forge.statuses(state)
  const header = await headerOf(repository, state)
  for (const cluster of [...clusters].toSorted()) {
    const former = known.find((one) => one.context === syncContext(cluster))
    const facts = await factsOf(repository, observedPrefix + cluster, observed)
    const said = wordOn(former, {
      ...facts,
      now: clock.now(),
      wanted: header?.generation,
      reports: context.clusters?.includes(cluster) ?? false,
    })
    if (said === undefined) continue
    const status = { context: syncContext(cluster), ...said }
    for (const commit of [state, ...(header === undefined ? [] : [header.source])])
      await forge.setStatus(commit, status)
  }
}

/** What a cluster pushed last. */
interface Facts {
  /** When, by the cluster's own clock, in milliseconds since 1970; 0: never. */
  readonly pushed: number
  /** Of the state that it had applied then. */
  readonly generation: number | undefined
}

async function factsOf(
  repository: Context['repository'],
  branch: string,
  observed: ReadonlyMap<string, string>,
): Promise<Facts> {
  const tip = observed.get(branch)
  if (tip === undefined) return { pushed: 0, generation: undefined }
  const { files } = await readObserved(repository, new Map([[branch, tip]]))
  const { generation } = planner.readFacts(files).value
  return { pushed: (await repository.commit(tip)).seconds * 1_000, generation }
}

type Word = Pick<CommitStatus, 'state' | 'description'>

interface Known extends Facts {
  readonly now: number
  /** Of the state. */
  readonly wanted: number | undefined
  /** Whether it is to send reports, or has nobody to send them to. */
  readonly reports: boolean
}

/** What to say in place of what stands there; undefined: nothing. */
function wordOn(former: CommitStatus | undefined, known: Known): Word | undefined {
  // A success from before it was moved back stands there, perhaps, and is not said again.
  const { generation = 0, wanted, pushed } = known
  if (wanted !== undefined && generation > wanted)
    return {
      state: 'failure',
      description: movedBack({ to: wanted, from: generation, at: pushed }),
    }
  if (former === undefined) {
    if (isApplied(known)) return { state: 'success', description: appliedByFacts(known.pushed) }
    if (known.reports) return { state: 'pending', description: waiting(known.now) }
    return silentSince(heardAt(known), known)
  }
  const told = readTold(former)
  if (told === undefined) return undefined
  if (told.silent && isApplied(known))
    return { state: 'success', description: appliedByFacts(known.pushed) }
  // That facts come says that the cluster lives, not that it has applied this state.
  const isOpen = former.state === 'pending' && known.reports
  return silentSince(isOpen ? told.at : Math.max(told.at, heardAt(known)), known)
}

function isApplied(known: Known): boolean {
  const { generation, wanted, now } = known
  return generation !== undefined && generation === wanted && now - heardAt(known) <= SILENT_MS
}

/** A date that is still to come tells nothing: such facts would look fresh for as long as nobody pushes others. */
function heardAt({ pushed, now }: Known): number {
  return pushed > now + MAX_SKEW_MS ? 0 : pushed
}

function silentSince(heard: number, { now }: Known): Word | undefined {
  if (now - heard <= SILENT_MS) return undefined
  return { state: 'error', description: silence(heard) }
}
