import type { Ledger } from '../sync/explained.ts'
import type { LiveObjects } from '../sync/live-objects.ts'
import { planSync, type SyncPlan } from '../sync/plan-sync.ts'
import { tenantKinds } from '../sync/tenant-kinds.ts'
import type { Tenant } from './tenants-in.ts'

/** What is not rendered any more is to go: nothing in a tenant cluster holds an address. */
const released: Ledger = { explain: () => 'released' }

/** What is to be done in a tenant cluster, by what it has. `now`: `2026-11-30T12:00:00Z`. */
export function planTenant({ unit }: Tenant, live: LiveObjects, now: string): SyncPlan {
  return planSync({
    desired: new Map([[unit.name, unit]]),
    live,
    ledger: released,
    restored: false,
    now,
    guest: { unit: unit.name, kinds: tenantKinds },
  })
}
