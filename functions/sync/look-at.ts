import { OutsideError } from '../../lib/adapters/outside-error.ts'
import type { Finding } from '../../lib/domain/finding.ts'
import type { State } from '../../lib/domain/ledger/state.ts'
import type { Settings } from '../../lib/domain/settings.ts'
import { asOurs } from '../../lib/pipeline/appliers/as-ours.ts'
import { besideOurs } from '../../lib/pipeline/sync/beside-ours.ts'
import { type ClusterSeen, restoreOf } from '../../lib/pipeline/sync/cluster-identity.ts'
import type { Desired } from '../../lib/pipeline/sync/desired.ts'
import { ledgerOf } from '../../lib/pipeline/sync/explained.ts'
import {
  kubeOvnController,
  kubeOvnOf,
  otherKubeOvn,
} from '../../lib/pipeline/sync/kube-ovn-runs.ts'
import type { LiveObjects } from '../../lib/pipeline/sync/live-objects.ts'
import { planSync, type SyncPlan, type SyncRequest } from '../../lib/pipeline/sync/plan-sync.ts'
import type { AppliedRecord } from '../../lib/pipeline/sync/verify-state.ts'
import type { Tenant } from '../../lib/pipeline/tenants/tenants-in.ts'
import { gather, revisionOf } from './gather.ts'
import { instant } from './instant.ts'
import { type FoundLease, readLease } from './lease.ts'
import type { Memory } from './memory.ts'
import type { SyncOptions } from './options.ts'
import { readPublished } from './publish-facts.ts'
import { refusalsOf } from './refusals-of.ts'
import type { StateReader } from './state-reader.ts'
import type { Fetched } from './state-source.ts'

/** All that is known before anything is written. */
export interface Look {
  readonly lease: FoundLease
  readonly fetched: Fetched
  readonly state: State
  readonly desired: Desired
  readonly tenants: readonly Tenant[]
  readonly live: LiveObjects
  readonly plan: SyncPlan
  /** What the cluster is to remember of this run. */
  readonly memory: Memory
  /** Why nothing of this state may be applied; none: it may. */
  readonly refusals: readonly Finding[]
  /** What a person should know, and keeps nothing from being applied; none of a state that is refused. */
  readonly warnings: readonly Finding[]
}

const NOTHING: SyncPlan = { units: [], removals: [], kept: [] }

/** Looks at state and cluster. The Lease is read first: if it is then taken as it was, nobody wrote in between. */
export async function lookAt(options: SyncOptions, read: StateReader): Promise<Look> {
  const { cluster, clock, source, namespace = 'netclaim', identity } = options
  const lease = await readLease({ cluster, clock, namespace, identity })
  const uid = await uidOf(options)
  options.progress?.('reading the state')
  const told = await toldBefore(uid, lease, options)
  const fetched = await source.latest(lease.memory ?? told)
  const found = read(fetched.texts)
  const { state, desired, tenants, reported } = found
  const { candidate, settings } = fetched
  options.progress?.('looking at the cluster')
  const live = await gather(cluster, desired)
  const revision = revisionOf(live)
  const seen: ClusterSeen = {
    uid,
    revision,
    record: lease.memory,
    gone: state.gone,
    ...(state.cluster === undefined ? {} : { pinned: state.cluster }),
    reported,
    told,
  }
  const refusals = refusalsOf(fetched, found, seen, options)
  const restored = restoreOf(seen) ?? lease.memory?.restored
  const request: SyncRequest = {
    desired,
    live: asOurs(live, settings.appliedBy),
    ledger: ledgerOf(state),
    ...(options.letGo === candidate.commit
      ? {}
      : { brakes: { limits: settings.brakes, commit: candidate.commit } }),
    restored: restored !== undefined,
    now: instant(clock),
  }
  const plan = refusals.length > 0 ? NOTHING : planSync(request)
  const { commit, generation } = candidate
  const memory = {
    commit,
    generation,
    uid,
    revision,
    ...(restored === undefined ? {} : { restored }),
  }
  const warnings =
    refusals.length > 0
      ? []
      : [...(await warningsOf(cluster, settings)), ...besideOurs(desired, request.live)]
  return { lease, fetched, state, desired, tenants, live, plan, memory, refusals, warnings }
}

/** Not everybody lets us look at the controller, and nothing depends on it. */
async function warningsOf(
  cluster: SyncOptions['cluster'],
  settings: Settings,
): Promise<readonly Finding[]> {
  try {
    const other = otherKubeOvn(settings, kubeOvnOf(await cluster.get(kubeOvnController)))
    return other === undefined ? [] : [other]
  } catch (error) {
    if (error instanceof OutsideError) return []
    throw error
  }
}

/** What this very cluster told on its own branch: who deletes the Lease must not make it take an older state. */
async function toldBefore(
  uid: string,
  { memory }: FoundLease,
  { repository, name }: SyncOptions,
): Promise<AppliedRecord | undefined> {
  if (memory !== undefined || repository === undefined || name === undefined) return undefined
  const { facts } = await readPublished({ repository, cluster: name })
  const { commit, generation } = facts ?? {}
  if (facts?.uid !== uid || commit === undefined || generation === undefined) return undefined
  return { commit, generation, uid, revision: '' }
}

/** The uid of kube-system stands for the cluster. */
async function uidOf({ cluster }: SyncOptions): Promise<string> {
  const ref = { apiVersion: 'v1', kind: 'Namespace', name: 'kube-system' }
  const uid = (await cluster.get(ref))?.metadata.uid
  if (uid !== undefined) return uid
  throw new OutsideError('the cluster has no namespace kube-system', {
    system: 'kubernetes',
    retryable: true,
  })
}
