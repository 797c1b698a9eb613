import type { HeldLease } from '../lease.ts'
import type { Look } from '../look-at.ts'
import type { SyncOptions } from '../options.ts'
import { blocksOf } from '../write-delegations.ts'
import { areIdle, carryOutTenants, leftAlone, type TenantDone } from './carry-out-tenants.ts'
import { lookAtTenants, type Turn } from './look-at-tenants.ts'
import type { Visits } from './visit-tenant.ts'

/** The tenant clusters of one run. */
export interface Guests {
  /** Nothing is to be written in any of them? */
  readonly isIdle: boolean
  /** As they are when nothing is written. */
  readonly left: readonly TenantDone[]
  /** Does in them what is to be done. Throws `OutsideError` only where the Lease is lost. */
  carryOut(lease: HeldLease): Promise<readonly TenantDone[]>
}

const none: Guests = { isIdle: true, left: [], carryOut: async () => [] }

/** Looks into the tenant clusters that a state names; into none where nothing of it may be applied. */
export async function guestsOf(
  { tenants: wanted, memory, refusals, state }: Look,
  { cluster, clock, tenants, progress, mode = 'apply' }: SyncOptions,
  turn: Turn,
): Promise<Guests> {
  if (tenants === undefined || wanted.length === 0 || refusals.length > 0) return none
  progress?.('looking at the tenant clusters')
  const visits: Visits = {
    cluster,
    clock,
    tenants,
    uid: memory.uid,
    ...(mode === 'apply' && { blocksOf: (ref) => blocksOf(state, ref) }),
  }
  const looks = await lookAtTenants(wanted, visits, turn)
  return {
    isIdle: areIdle(looks),
    left: leftAlone(looks),
    carryOut: (lease) => carryOutTenants(looks, visits, { lease, turn }),
  }
}
