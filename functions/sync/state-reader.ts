import type { Finding } from '../../lib/domain/finding.ts'
import type { State } from '../../lib/domain/ledger/state.ts'
import type { StateTree } from '../../lib/pipeline/report.ts'
import { readState } from '../../lib/pipeline/state/read-state.ts'
import { factsPath } from '../../lib/pipeline/state/state-paths.ts'
import type { ClusterSeen } from '../../lib/pipeline/sync/cluster-identity.ts'
import { type Desired, desiredOf } from '../../lib/pipeline/sync/desired.ts'
import { type Tenant, tenantsIn } from '../../lib/pipeline/tenants/tenants-in.ts'

/** What the files of a state commit say. */
export interface ReadState {
  readonly state: State
  readonly desired: Desired
  readonly tenants: readonly Tenant[]
  /** What is wrong with the ledger: then nothing of it may be applied. */
  readonly findings: readonly Finding[]
  /** What the cluster had told when the state was planned. */
  readonly reported: NonNullable<ClusterSeen['reported']>
}

export type StateReader = (texts: StateTree) => ReadState

/** Reads state trees, and the same one only once. */
export function stateReader(): StateReader {
  let last: { readonly texts: StateTree; readonly value: ReadState } | undefined
  return (texts) => {
    if (last?.texts !== texts) last = { texts, value: read(texts) }
    return last.value
  }
}

function read(texts: StateTree): ReadState {
  const { value: state, findings } = readState(texts, 'whole')
  return {
    state,
    desired: desiredOf(texts),
    tenants: tenantsIn(texts),
    findings,
    reported: reportedIn(texts),
  }
}

/** Two lines of a file that can be some MiB and is written by us. */
function reportedIn(texts: StateTree): ReadState['reported'] {
  const facts = texts.get(factsPath) ?? ''
  const uid = /^uid: "?([\w-]{1,100})"?$/m.exec(facts)?.[1]
  const generation = /^generation: (\d{1,15})$/m.exec(facts)?.[1]
  return {
    ...(uid === undefined ? {} : { uid }),
    ...(generation === undefined ? {} : { generation: Number(generation) }),
  }
}
