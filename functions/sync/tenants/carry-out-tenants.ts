import { turns } from '../../../lib/adapters/kubernetes/turns.ts'
import { tenantName } from '../../../lib/domain/vip/tenant.ts'
import type { ObjectRun } from '../../../lib/pipeline/sync/sync-run.ts'
import type { Tenant } from '../../../lib/pipeline/tenants/tenants-in.ts'
import type { Cluster } from '../../../lib/ports/cluster.ts'
import { applyUnit } from '../apply-unit.ts'
import type { HeldLease } from '../lease.ts'
import { removeObjects } from '../remove-objects.ts'
import { openSession } from '../session.ts'
import { ALL_MS, kept, look, type Seen, type TenantLook, type Turn } from './look-at-tenants.ts'
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
  return looks.every(({ seen }) => todoOf(seen) === undefined)
}

/** Tenant clusters in which nothing was written. */
export function leftAlone(looks: readonly TenantLook[]): readonly TenantDone[] {
  return looks.map((one) => ({ ...one, runs: runsOf(one.seen) }))
}

/**
 * Does in each tenant cluster what is to be done, under our own Lease; one that stops answering holds up no other. Those
 * whose turn does not come are as they were found, and the next run begins with them.
 */
export async function carryOutTenants(
  looks: readonly TenantLook[],
  visits: Visits,
  { lease, turn }: { readonly lease: HeldLease; readonly turn: Turn },
): Promise<readonly TenantDone[]> {
  const inTurn = turns(WIDTH)
  const until = visits.clock.now() + ALL_MS
  let late: Tenant | undefined
  const done = await Promise.all(
    looks.map(async (one): Promise<TenantDone> => {
      const todo = todoOf(one.seen)
      const left = { ...one, runs: runsOf(one.seen) }
      if (todo === undefined) return left
      return inTurn(async () => {
        if (visits.clock.now() < until) return carryOut(one.tenant, todo, { visits, lease })
        late ??= one.tenant
        return left
      })
    }),
  )
  if (late !== undefined) turn.next = tenantName(late.ref)
  return done
}

type Todo = NonNullable<Seen['todo']>

function todoOf(seen: TenantLook['seen']): Todo | undefined {
  return typeof seen === 'object' ? seen.todo : undefined
}

function runsOf(seen: TenantLook['seen']): readonly ObjectRun[] {
  return typeof seen === 'object' ? seen.runs : []
}

interface Means {
  readonly visits: Visits
  readonly lease: HeldLease
}

async function carryOut(tenant: Tenant, todo: Todo, means: Means): Promise<TenantDone> {
  const { visits } = means
  const done = await visitTenant(tenant.ref, visits, (cluster) => write(cluster, todo, means))
  if (typeof done === 'string') return { tenant, seen: done, runs: [] }
  const seen = await look(tenant, visits)
  const health = new Map(runsOf(seen).map((run) => [run.id, run.health]))
  const runs = done.map((run) => {
    const found = health.get(run.id)
    return found === undefined ? run : { ...run, health: found }
  })
  return { tenant, seen, runs }
}

async function write(
  cluster: Cluster,
  { plan, live }: Todo,
  { visits: { clock }, lease }: Means,
): Promise<readonly ObjectRun[]> {
  const session = openSession({ cluster, clock, waitMs: WAIT_MS, force: true }, lease)
  const runs: ObjectRun[] = []
  for (const unit of plan.units)
    for (const { run } of await applyUnit(session, unit, live.lists)) runs.push(run)
  runs.push(...(await removeObjects(session, plan.removals, new Map())))
  return [...runs, ...kept(plan)]
}
