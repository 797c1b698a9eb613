import { turns } from '../../../lib/adapters/kubernetes/turns.ts'
import { isIdle, type SyncPlan } from '../../../lib/pipeline/sync/plan-sync.ts'
import type { ObjectRun } from '../../../lib/pipeline/sync/sync-run.ts'
import type { Tenant } from '../../../lib/pipeline/tenants/tenants-in.ts'
import type { Cluster } from '../../../lib/ports/cluster.ts'
import { applyUnit } from '../apply-unit.ts'
import type { HeldLease } from '../lease.ts'
import { outlook } from '../overview.ts'
import { removeObjects } from '../remove-objects.ts'
import { openSession } from '../session.ts'
import { look, type Seen, type TenantLook } from './look-at-tenants.ts'
import { type Visits, visitTenant } from './visit-tenant.ts'

/** A tenant cluster after a run. */
export interface TenantDone extends TenantLook {
  readonly runs: readonly ObjectRun[]
}

const WIDTH = 16
/** Milliseconds for each wait inside a visit. */
const WAIT_MS = 5_000

/** Is there anything to be written in any of them? */
export function areIdle(looks: readonly TenantLook[]): boolean {
  return looks.every(({ seen }) => typeof seen === 'string' || isIdle(seen.plan))
}

/** Tenant clusters in which nothing was written. */
export function leftAlone(looks: readonly TenantLook[]): readonly TenantDone[] {
  return looks.map((one) => ({
    ...one,
    runs: typeof one.seen === 'string' ? [] : unwritten(one.seen.plan),
  }))
}

/** Does in each tenant cluster what is to be done, under our own Lease; one that stops answering holds up no other. */
export async function carryOutTenants(
  looks: readonly TenantLook[],
  visits: Visits,
  lease: HeldLease,
): Promise<readonly TenantDone[]> {
  const inTurn = turns(WIDTH)
  return Promise.all(
    looks.map(async (one): Promise<TenantDone> => {
      const { tenant, seen } = one
      if (typeof seen === 'string') return { ...one, runs: [] }
      if (isIdle(seen.plan)) return { ...one, runs: unwritten(seen.plan) }
      return inTurn(() => carryOut(tenant, seen, { visits, lease }))
    }),
  )
}

interface Means {
  readonly visits: Visits
  readonly lease: HeldLease
}

async function carryOut(tenant: Tenant, seen: Seen, means: Means): Promise<TenantDone> {
  const { visits } = means
  const done = await visitTenant(tenant.ref, visits, (cluster) => write(cluster, seen, means))
  if (typeof done === 'string') return { tenant, seen: done, runs: [] }
  const after = await look(tenant, visits)
  return { tenant, seen: after, runs: done }
}

async function write(
  cluster: Cluster,
  { plan, live }: Seen,
  { visits: { clock }, lease }: Means,
): Promise<readonly ObjectRun[]> {
  const session = openSession({ cluster, clock, waitMs: WAIT_MS, force: true }, lease)
  const runs: ObjectRun[] = []
  for (const unit of plan.units)
    for (const { run } of await applyUnit(session, unit, live.lists)) runs.push(run)
  runs.push(...(await removeObjects(session, plan.removals, new Map())))
  return [...runs, ...kept(plan)]
}

function unwritten(plan: SyncPlan): readonly ObjectRun[] {
  return [...outlook(plan), ...kept(plan)]
}

function kept({ kept: some }: SyncPlan): readonly ObjectRun[] {
  return some.map(({ id, unit, message }) => ({ id, unit, outcome: 'kept', message }))
}
