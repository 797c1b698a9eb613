import { turns } from '../../../lib/adapters/kubernetes/turns.ts'
import { tenantName } from '../../../lib/domain/vip/tenant.ts'
import type { ListOfKind } from '../../../lib/pipeline/facts/lists.ts'
import type { LiveObjects } from '../../../lib/pipeline/sync/live-objects.ts'
import type { SyncPlan } from '../../../lib/pipeline/sync/plan-sync.ts'
import { planTenant } from '../../../lib/pipeline/tenants/plan-tenant.ts'
import type { Tenant } from '../../../lib/pipeline/tenants/tenants-in.ts'
import { instant } from '../instant.ts'
import { gatherTenant, listServices } from './gather-tenant.ts'
import { tellServices } from './tell-services.ts'
import { type Visits, visitTenant } from './visit-tenant.ts'

/** What a tenant cluster has, and what is to be done in it. */
export interface Seen {
  readonly live: LiveObjects
  readonly plan: SyncPlan
  readonly services: ListOfKind
}

/** A tenant cluster that was asked, or why it could not be. */
export interface TenantLook {
  readonly tenant: Tenant
  readonly seen: Seen | string
}

/** Visits at a time; what one of them waits for costs nothing but time. */
const WIDTH = 16
/** Milliseconds after which no further cluster is asked in this run: our own cluster must not wait for theirs. */
const ALL_MS = 120_000

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
        if (visits.clock.now() >= until) {
          late ??= tenant
          return { tenant, seen: 'the run had no time for it' }
        }
        return { tenant, seen: await look(tenant, visits) }
      }),
    ),
  )
  turn.next = late === undefined ? '' : tenantName(late.ref)
  return looks
}

/** What a visit finds; the plan is made of it. */
export function look(tenant: Tenant, visits: Visits): Promise<Seen | string> {
  return visitTenant(tenant.ref, visits, async (cluster) => {
    const live = await gatherTenant(cluster, tenant.unit)
    const plan = planTenant(tenant, live, instant(visits.clock))
    const services = await listServices(cluster)
    await tellServices(cluster, { ref: tenant.ref, services, visits })
    return { live, plan, services }
  })
}
