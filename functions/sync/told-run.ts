import type { Facts } from '../../lib/domain/facts.ts'
import type { State } from '../../lib/domain/ledger/state.ts'
import type { HoldOf } from '../../lib/pipeline/claims-status/verdict.ts'
import type { Lists } from '../../lib/pipeline/facts/lists.ts'
import type { ReportedRun } from '../../lib/pipeline/sync-report/reported-run.ts'
import type { ReportedState, RunReport } from '../../lib/pipeline/sync-report/run-report.ts'
import type { Clock } from '../../lib/ports/clock.ts'
import type { Cluster } from '../../lib/ports/cluster.ts'
import type { Northbound } from '../../lib/ports/northbound.ts'
import type { Repository } from '../../lib/ports/repository.ts'
import type { TenantTold } from './write-delegations.ts'

/** Whom a run is told to, and how. */
export interface TellOptions {
  readonly cluster: Cluster
  readonly clock: Clock
  /** What the cluster is called: a DNS label, also its branch. Absent: only its claims are told. */
  readonly name?: string
  /** Where its facts go; absent: nowhere. */
  readonly repository?: Repository
  /** Absent: nothing is proven, and drops are believed to be as they are asked for. */
  readonly northbound?: Northbound
  /** Absent: nobody hosts Netclaim. */
  readonly send?: (cluster: string, report: RunReport) => Promise<void>
  /** Services on EipClaims; absent: somebody else writes those into the claims. */
  readonly bindings?: Facts['bindings']
  readonly holdOf?: HoldOf
  readonly progress?: (doing: string) => void
}

/** A run, and what it left behind. */
export interface ToldRun {
  readonly run: ReportedRun
  readonly outcome: ReportedState
  /** uid of the cluster. */
  readonly uid: string
  /** The state that the cluster has, which a run that was refused did not change; absent: none yet. */
  readonly applied?: { readonly commit: string; readonly generation: number }
  readonly state: State
  /** Nothing of that state may be applied: its ledger is nothing to go by in the cluster either. */
  readonly refused?: boolean
  /** Lists that were made after the last write; what is missing here is listed now. */
  readonly lists?: Lists
  /** The Services of tenant clusters, as far as they could be had; of those that are missing nothing is said. */
  readonly tenants?: readonly TenantTold[]
}

/** What was told, and what could not be. */
export interface Told {
  /** Absent: none could be made without those that were published before. */
  readonly facts?: Facts
  /** Tip of the cluster's branch. */
  readonly tip?: string
  /** A clause each. */
  readonly problems: readonly string[]
}
