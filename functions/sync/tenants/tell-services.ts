import type { TenantRef } from '../../../lib/domain/vip/tenant.ts'
import { eventObject } from '../../../lib/pipeline/claims-status/claim-events.ts'
import type { TenantVips } from '../../../lib/pipeline/facts/tenant-services.ts'
import { limitEvents, onService } from '../../../lib/pipeline/vip-status/limit-events.ts'
import type { Cluster } from '../../../lib/ports/cluster.ts'
import { instant } from '../instant.ts'
import { isOutage } from '../session.ts'
import type { Visits } from './visit-tenant.ts'

interface Seen {
  readonly ref: TenantRef
  readonly has: TenantVips
  readonly visits: Visits
}

/**
 * Tells the Services of a tenant cluster, where their owner sees it, that their VIP leads nowhere and why; once, as long as
 * the cluster remembers it. That it cannot be told is its own matter.
 */
export async function tellServices(
  cluster: Pick<Cluster, 'create'>,
  { ref, has: { vips }, visits: { blocksOf, clock } }: Seen,
): Promise<void> {
  if (blocksOf === undefined) return
  try {
    for (const event of limitEvents(vips, blocksOf(ref)))
      await cluster.create(eventObject(onService(event), instant(clock), { standing: true }))
  } catch (error) {
    if (!isOutage(error)) throw error
  }
}
