import { OutsideError } from '../lib/adapters/outside-error.ts'
import { printable } from '../lib/domain/printable.ts'
import { tenantName } from '../lib/domain/vip/tenant.ts'
import { managers } from '../lib/pipeline/appliers/managers.ts'
import type { StateTree } from '../lib/pipeline/report.ts'
import { readState } from '../lib/pipeline/state/read-state.ts'
import { foreignCluster } from '../lib/pipeline/sync/cluster-identity.ts'
import { idOf } from '../lib/pipeline/sync/desired.ts'
import { otherAppliers } from '../lib/pipeline/sync/managed-fields.ts'
import { syncKinds } from '../lib/pipeline/sync/sync-kinds.ts'
import { tenantKinds } from '../lib/pipeline/sync/tenant-kinds.ts'
import { tenantsIn } from '../lib/pipeline/tenants/tenants-in.ts'
import type { Clock } from '../lib/ports/clock.ts'
import type { Cluster, KubeObject } from '../lib/ports/cluster.ts'
import type { TenantClusters } from '../lib/ports/tenants.ts'
import { type Freed, freeObjects, markedIn, outlookOf } from './eject/free-objects.ts'
import { instant } from './sync/instant.ts'
import { type HeldLease, readLease, takeLease } from './sync/lease.ts'
import type { Memory } from './sync/memory.ts'
import { openSession } from './sync/session.ts'
import { type Visits, visitTenant } from './sync/tenants/visit-tenant.ts'

/** Who lets go of what, and to whom. */
export interface EjectOptions {
  readonly cluster: Cluster
  readonly clock: Clock
  readonly tenants: TenantClusters
  /** The state that was applied last: which tenant clusters there are. */
  readonly texts: StateTree
  /** Field manager that has everything afterwards. */
  readonly to: string
  readonly identity: string
  /** Where the sync's Lease is. */
  readonly namespace: string
  /** False: only looks. */
  readonly write: boolean
}

/** Clusters by name, the management cluster first; a text says why one could not be reached. */
export type Ejected = ReadonlyMap<string, Freed | string>

export const MANAGEMENT = 'management cluster'

/** Their status is ours to write, nothing else of them. */
const KDC_CLUSTER = { apiVersion: 'k8s.kube-dc.com/v1alpha1', kind: 'KdcCluster' }

/**
 * Takes everything off live objects that says they are Netclaim's, so that whoever comes next has them as they are: nothing
 * is removed but our admission policies, no value changes, and a sync that still runs somewhere refuses from then on. May be
 * stopped anywhere and run again. Throws `OutsideError` where a cluster cannot be read, or somebody applies to it.
 */
export async function eject(options: EjectOptions): Promise<Ejected> {
  const { cluster, texts, to, write } = options
  const lease = await readLease(options)
  if (lease.holder !== undefined)
    throw stopped(`a sync ("${printable(lease.holder)}") is at work on this cluster`)
  const uid = await uidOf(options, lease.memory)
  const marked = await markedIn(cluster, [...syncKinds, KDC_CLUSTER], to)
  refuseOthers(marked)
  if (!write) {
    const ejected = new Map<string, Freed | string>([[MANAGEMENT, outlookOf(marked)]])
    for (const { ref } of tenantsIn(texts))
      ejected.set(tenantName(ref), await visitTenant(ref, visitsOf(options, uid), seen(to)))
    return ejected
  }
  const memory: Memory = {
    ...(lease.memory ?? { commit: NEVER, generation: 0, uid, revision: '' }),
    ejected: instant(options.clock),
  }
  const held = await takeLease(lease, options, memory)
  if (held === undefined) throw stopped('a sync has begun meanwhile')
  try {
    return await freeAll(options, { held, marked, uid })
  } finally {
    await held.release(memory)
  }
}

/** Nothing was ever applied that the cluster remembers. */
const NEVER = '0'.repeat(40)

interface Found {
  readonly held: HeldLease
  readonly marked: readonly KubeObject[]
  readonly uid: string
}

/** Tenant clusters first: where they are is known by what the management cluster keeps. */
async function freeAll(options: EjectOptions, { held, marked, uid }: Found): Promise<Ejected> {
  const { cluster, clock, texts, to } = options
  const session = (one: Cluster) => openSession({ cluster: one, clock, waitMs: WAIT_MS }, held)
  const inside = new Map<string, Freed | string>()
  for (const { ref } of tenantsIn(texts)) {
    const done = await visitTenant(ref, visitsOf(options, uid), async (tenant) =>
      freeObjects(session(tenant), await markedIn(tenant, tenantKinds, to), to),
    )
    inside.set(tenantName(ref), done)
  }
  return new Map([[MANAGEMENT, await freeObjects(session(cluster), marked, to)], ...inside])
}

const WAIT_MS = 5_000

function seen(to: string) {
  return async (tenant: Cluster) => outlookOf(await markedIn(tenant, tenantKinds, to))
}

function visitsOf({ cluster, clock, tenants }: EjectOptions, uid: string): Visits {
  return { cluster, clock, tenants, uid }
}

/** Flux and Argo CD would take away what they do not find any more in their source, marks or none. */
function refuseOthers(marked: readonly KubeObject[]): void {
  const names = new Map(
    Object.entries(managers).flatMap(([name, one]) => (name === 'netclaim' ? [] : [[one, name]])),
  )
  for (const object of marked)
    for (const other of otherAppliers(object)) {
      const name = names.get(other)
      if (name === undefined) continue
      throw stopped(
        `${name} applies ${idOf(object)}: netclaim hand-over --from ${name} --to netclaim comes first`,
      )
    }
}

/** Of the cluster that the state is for, and no other. */
async function uidOf(
  { cluster, texts }: EjectOptions,
  record: Memory | undefined,
): Promise<string> {
  const ref = { apiVersion: 'v1', kind: 'Namespace', name: 'kube-system' }
  const uid = (await cluster.get(ref))?.metadata.uid
  if (uid === undefined) throw stopped('the cluster has no namespace kube-system')
  const { cluster: pinned, gone } = readState(texts).value
  const foreign = foreignCluster({ uid, record, gone, revision: '', ...(pinned && { pinned }) })
  if (foreign !== undefined) throw stopped(foreign.message)
  return uid
}

function stopped(message: string): OutsideError {
  return new OutsideError(message, { system: 'kubernetes', retryable: false })
}
