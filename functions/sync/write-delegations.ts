import type { State } from '../../lib/domain/ledger/state.ts'
import { delegationsIn } from '../../lib/domain/vip/arena-of.ts'
import type { VipBlock } from '../../lib/domain/vip/delegation.ts'
import { type TenantRef, tenantName } from '../../lib/domain/vip/tenant.ts'
import { type ClaimEvent, eventObject } from '../../lib/pipeline/claims-status/claim-events.ts'
import type { TenantServices } from '../../lib/pipeline/facts/facts-from-lists.ts'
import {
  claimOf,
  delegationEvent,
  delegationPatch,
} from '../../lib/pipeline/vip-status/delegation-patch.ts'
import {
  type DelegationInput,
  type DelegationStatus,
  delegationStatuses,
} from '../../lib/pipeline/vip-status/delegation-statuses.ts'
import { limitEvents, onCluster } from '../../lib/pipeline/vip-status/limit-events.ts'
import type { Clock } from '../../lib/ports/clock.ts'
import type { Cluster } from '../../lib/ports/cluster.ts'
import { instant } from './instant.ts'
import { isMade, tried } from './write-statuses.ts'

/** A tenant cluster as a run left it. */
export interface TenantTold extends TenantServices {
  /** Why it does not have its pools; absent: it has. */
  readonly poolProblem?: string
}

/** Writes what KdcClusters are to say of their VIP blocks, and what of it is new; gives what could not be, a clause each. */
export async function writeDelegations(
  by: { readonly cluster: Cluster; readonly clock: Clock },
  input: Omit<DelegationInput, 'pools'>,
  tenants: readonly TenantTold[],
): Promise<readonly string[]> {
  const now = instant(by.clock)
  const pools = new Map(tenants.map((one) => [tenantName(one), one.poolProblem]))
  const byName = new Map(tenants.map((one) => [tenantName(one), one]))
  const problems = await Promise.all(
    delegationStatuses({ ...input, pools }).map(async (status) => {
      const told: (string | undefined)[] = []
      const event = delegationEvent(status)
      const tenant = byName.get(tenantName(status.delegation))
      const events = [
        ...(event === undefined ? [] : [eventObject(event, now)]),
        ...limitsOn(status, tenant).map((one) => eventObject(one, now, { standing: true })),
      ]
      // The events go first: a run that is stopped tells one twice rather than never.
      for (const one of events)
        told.push(await tried(one, async () => isMade(await by.cluster.create(one))))
      const patch = delegationPatch(status, now)
      if (patch !== undefined)
        told.push(
          await tried(patch, () => by.cluster.apply(patch, { part: 'status', force: true })),
        )
      return told
    }),
  )
  return problems.flat().filter((one) => one !== undefined)
}

function limitsOn(
  { cluster, delegation }: DelegationStatus,
  tenant: TenantTold | undefined,
): readonly ClaimEvent[] {
  const claim = claimOf(cluster)
  return limitEvents(tenant?.has?.vips ?? [], delegation.blocks).map((one) => onCluster(one, claim))
}

/** The VIP blocks of a cluster, as the ledger has them. */
export function blocksOf(
  { books }: Pick<State, 'books'>,
  { namespace, cluster }: TenantRef,
): readonly VipBlock[] {
  const book = books.get(namespace)
  const found = book && delegationsIn(namespace, book).find((one) => one.cluster === cluster)
  return found?.blocks ?? []
}
