import { OutsideError } from '../lib/adapters/outside-error.ts'
import type { State } from '../lib/domain/ledger/state.ts'
import type { Desired } from '../lib/pipeline/sync/desired.ts'
import type { LiveObjects } from '../lib/pipeline/sync/live-objects.ts'
import { isIdle } from '../lib/pipeline/sync/plan-sync.ts'
import type { SyncRun } from '../lib/pipeline/sync/sync-run.ts'
import type { Applied } from './applied-state.ts'
import { appliedUnwritten } from './sync/applied-unwritten.ts'
import { carryOut } from './sync/carry-out.ts'
import { remember, takeLease } from './sync/lease.ts'
import { type Look, lookAt } from './sync/look-at.ts'
import type { Memory } from './sync/memory.ts'
import type { SyncOptions } from './sync/options.ts'
import { type Left, outlook, overview } from './sync/overview.ts'
import { type StateReader, stateReader } from './sync/state-reader.ts'
import type { TenantDone } from './sync/tenants/carry-out-tenants.ts'
import { guestsOf } from './sync/tenants/guests.ts'
import type { Turn } from './sync/tenants/look-at-tenants.ts'

/** What a run did, and all that it knew in the end, for those who make statuses and facts of it. */
export interface Synced {
  readonly run: SyncRun
  readonly state: State
  readonly desired: Desired
  /** As the cluster was after the last write. */
  readonly live: LiveObjects
  /** The tenant clusters that the state names; none where nobody may visit them. */
  readonly tenants: readonly TenantDone[]
  /** The state that the cluster has now, whoever applies; absent: none yet, or nobody can tell. */
  readonly applied?: Applied
  /** Why nobody can tell how far Flux or Argo CD has come, one clause. */
  readonly unknown?: string
  /** Nothing of the state may be applied, for what is in the run's findings. */
  readonly refused: boolean
}

/**
 * One run after another: gives the cluster what the state branch says, and takes away what it does not say any more.
 *
 * A run can be stopped at any moment and made again: it ends at the same. One that finds nothing to do only reads. Throws
 * `OutsideError` where the state or the cluster cannot be read, and while another sync is at work.
 */
export function createSync(options: SyncOptions): () => Promise<Synced> {
  const { read = stateReader() } = options
  const turn: Turn = { next: '' }
  return () => syncOnce(options, read, turn)
}

/** Times that another sync may be faster before it is left alone. */
const ATTEMPTS = 3

async function syncOnce(options: SyncOptions, read: StateReader, turn: Turn): Promise<Synced> {
  const { cluster, clock, identity, namespace = 'netclaim', mode = 'apply' } = options
  const leaseOptions = { cluster, clock, identity, namespace }
  let holder = 'another'
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const look = await lookAt(options, read)
    const guests = await guestsOf(look, options, turn)
    const { left } = guests
    if (mode !== 'apply' || mayNotApply(look))
      return synced(look, { left, ...(await appliedUnwritten(look, options)) })
    if (isIdle(look.plan) && guests.isIdle) {
      if (isNews(look) && look.lease.holder === undefined)
        await remember(look.lease, leaseOptions, withoutRestore(look.memory))
      return synced(look, { left, applied: look.memory })
    }
    if (look.lease.holder !== undefined) {
      holder = look.lease.holder
      break
    }
    const lease = await takeLease(look.lease, leaseOptions, look.memory)
    if (lease === undefined) continue
    const done = await carryOut(look, lease, { ...options, guests })
    return synced(look, { done, applied: look.memory })
  }
  const message = `another sync ("${holder}") is at work on this cluster`
  throw new OutsideError(message, { system: 'lease', retryable: true })
}

function mayNotApply({ refusals, state }: Look): boolean {
  return refusals.length > 0 || state.mode === 'shadow'
}

interface Outcome {
  /** Absent: nothing was written. */
  readonly done?: Left
  /** The tenant clusters, where nothing was written. */
  readonly left?: readonly TenantDone[]
  readonly applied?: Applied | undefined
  readonly unknown?: string
}

function synced(look: Look, { done, left = [], applied, unknown }: Outcome): Synced {
  const { state, desired, plan, refusals } = look
  const outcome = done ?? { runs: outlook(plan), live: look.live, tenants: left }
  return {
    run: overview(look, outcome),
    state,
    desired,
    live: outcome.live,
    tenants: outcome.tenants,
    refused: refusals.length > 0,
    ...(applied && { applied: { commit: applied.commit, generation: applied.generation } }),
    ...(unknown === undefined ? {} : { unknown }),
  }
}

/** Is there anything that the cluster does not remember yet? */
function isNews({ lease: { memory: former }, memory }: Look): boolean {
  if (former?.ejected !== undefined) return true
  return former?.commit !== memory.commit || memory.restored !== undefined
}

function withoutRestore(memory: Memory): Memory {
  const { restored: _, ...rest } = memory
  return rest
}
