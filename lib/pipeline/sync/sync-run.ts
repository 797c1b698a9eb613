import type { Finding } from '../../domain/finding.ts'
import type { FieldConflict } from '../../ports/cluster.ts'
import type { Health } from './health.ts'
import type { UnitName } from './units.ts'

/**
 * What became of one object.
 *
 * - `applied`, `unchanged`: it is as the state wants it; `health` says what its controller made of it.
 * - `conflict`: somebody else owns a field of it. `refused`: the API says no. `failed`: the API did not answer.
 * - `left`: not touched: on hold, somebody else's, or a change that a person must make.
 * - `to-apply`: nothing was written in this run. `waiting`: not yet, for the reason in `message`.
 * - `removed`, `removing`: it is no longer wanted, and gone, or going. `to-remove`: not yet. `kept`: it stays all the same.
 */
export type Outcome =
  | 'applied'
  | 'unchanged'
  | 'conflict'
  | 'refused'
  | 'failed'
  | 'left'
  | 'to-apply'
  | 'waiting'
  | 'removed'
  | 'removing'
  | 'to-remove'
  | 'kept'

/** One object after a run. */
export interface ObjectRun {
  /** `OvnEip photon-prod-web`. */
  readonly id: string
  readonly unit: UnitName
  readonly outcome: Outcome
  /** Absent for what is going, or was not applied. */
  readonly health?: Health
  /** One clause. */
  readonly message?: string
  readonly conflicts?: readonly FieldConflict[]
}

/** What one run of the sync did and saw. */
export interface SyncRun {
  /** Commit of the state branch that was applied, its generation, and the commit of main that it was planned for. */
  readonly commit: string
  readonly generation: number
  readonly source?: string
  /** uid of the cluster. */
  readonly cluster: string
  /** The state is not to be applied: what would have to be done is told, and nothing was written into the cluster. */
  readonly shadow?: true
  /** Why the cluster is taken for a restored one. */
  readonly restored?: string
  /** By unit, then as they were applied or removed. */
  readonly objects: readonly ObjectRun[]
  readonly findings: readonly Finding[]
  /** Tenant clusters by name; absent where there are none. What becomes of them is no matter of the whole run. */
  readonly tenants?: readonly TenantRun[]
}

/** A tenant cluster after a run. */
export interface TenantRun {
  /** `photon-prod/solar`. */
  readonly tenant: string
  readonly objects: readonly ObjectRun[]
  /** Why it could not be reached, one clause: what it has is not known then. */
  readonly problem?: string
}

/** `success`: all is as Git says and healthy. `pending`: it will be, as far as one can see. `failure`: a person must act. */
export type SyncState = 'success' | 'pending' | 'failure'

const bad: ReadonlySet<Outcome> = new Set(['conflict', 'refused', 'failed', 'left', 'kept'])
const underway: ReadonlySet<Outcome> = new Set(['to-apply', 'waiting', 'removing', 'to-remove'])

/** What one object comes to. */
export function objectState({ outcome, health }: ObjectRun): SyncState {
  if (bad.has(outcome) || health?.state === 'failed') return 'failure'
  return underway.has(outcome) || health?.state === 'progressing' ? 'pending' : 'success'
}

/** What a run comes to. */
export function stateOf({ objects, findings, shadow }: SyncRun): SyncState {
  const states = new Set(objects.map(objectState))
  if (findings.some(({ severity }) => severity === 'error') || states.has('failure'))
    return 'failure'
  // What is not to be applied is under way to nothing.
  return states.has('pending') && shadow !== true ? 'pending' : 'success'
}
