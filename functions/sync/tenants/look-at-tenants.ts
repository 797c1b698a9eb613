import { turns } from '../../../lib/adapters/kubernetes/turns.ts'
import { tenantName } from '../../../lib/domain/vip/tenant.ts'
import { type TenantVips, vipsIn } from '../../../lib/pipeline/facts/tenant-services.ts'
import type { LiveObjects } from '../../../lib/pipeline/sync/live-objects.ts'
import { isIdle, type SyncPlan } from '../../../lib/pipeline/sync/plan-sync.ts'
import type { ObjectRun } from '../../../lib/pipeline/sync/sync-run.ts'
import { planTenant } from '../../../lib/pipeline/tenants/plan-tenant.ts'
import { poolProblem } from '../../../lib/pipeline/tenants/pool-problem.ts'
import type { Tenant } from '../../../lib/pipeline/tenants/tenants-in.ts'
import { instant } from '../instant.ts'
import { outlook, withHealth } from '../overview.ts'
import { gatherTenant, listServices } from './gather-tenant.ts'
import { tellServices } from './tell-services.ts'
import { type Visits, visitTenant } from './visit-tenant.ts'

/** What a tenant cluster has: of thousands no more is kept than is told. */
export interface Seen {
  /** What its Services have; absent: their list could not be had. */
  readonly has?: TenantVips
  /** Why it does not have its pools; absent: it has. */
  readonly poolProblem?: string
  /** What became of each object as long as nothing is written. */
  readonly runs: readonly ObjectRun[]
  /** What is to be written; absent: nothing. */
  readonly todo?: { readonly live: LiveObjects; readonly plan: SyncPlan }
}

/** A tenant cluster that was asked, or why it could not be; undefined: its turn did not come. */
export interface TenantLook {
  readonly tenant: Tenant
  readonly seen: Seen | string | undefined
}

/** Visits at a time; what one of them waits for costs nothing but time. */
const WIDTH = 16
/** Milliseconds after which no further cluster is asked, or written to, in this run: our own cluster must not wait for theirs. */
export const ALL_MS = 120_000

/** Where the next run begins: with those whose turn did not come in this one. */
export interface Turn {
  next: string
}

/** Looks into tenant clusters, side by side; one that does not answer holds up no other. */
export async function lookAtTenants(
  tenants: readonly Tenant[],
  visits: Visits,
  turn: Turn,
): Promise<readonly TenantLook[]> {
  const inTurn = turns(WIDTH)
  const until = visits.clock.now() + ALL_MS
  const first = tenants.findIndex(({ ref }) => tenantName(ref) >= turn.next)
  const order = first < 0 ? tenants : [...tenants.slice(first), ...tenants.slice(0, first)]
  let late: Tenant | undefined
  const looks = await Promise.all(
    order.map((tenant) =>
      inTurn(async (): Promise<TenantLook> => {
        if (visits.clock.now() < until) return { tenant, seen: await look(tenant, visits) }
        late ??= tenant
        return { tenant, seen: undefined }
      }),
    ),
  )
  turn.next = late === undefined ? '' : tenantName(late.ref)
  return looks
}

/** What one visit finds, or why there was none. */
export function look(tenant: Tenant, visits: Visits): Promise<Seen | string> {
  return visitTenant(tenant.ref, visits, async (cluster) => {
    const live = await gatherTenant(cluster, tenant.unit)
    const plan = planTenant(tenant, live, instant(visits.clock))
    const services = await listServices(cluster)
    const has = services.outcome === 'whole' ? vipsIn(services.items, tenant.ref) : undefined
    if (has !== undefined) await tellServices(cluster, { ref: tenant.ref, has, visits })
    const problem = poolProblem(tenant, live)
    return {
      ...(has && { has }),
      ...(problem === undefined ? {} : { poolProblem: problem }),
      runs: [...outlook(plan), ...kept(plan)].map((run) => withHealth(run, live)),
      ...(isIdle(plan) ? {} : { todo: { live, plan } }),
    }
  })
}

/** What is no longer rendered and stays all the same. */
export function kept({ kept: some }: SyncPlan): readonly ObjectRun[] {
  return some.map(({ id, unit, message }) => ({ id, unit, outcome: 'kept', message }))
}
