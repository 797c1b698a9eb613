import type { Facts } from '../../domain/facts.ts'
import { emptyState } from '../../domain/ledger/state.ts'
import type { StateTree } from '../report.ts'
import { readState } from '../state/read-state.ts'
import { statePath } from '../state/state-paths.ts'
import { writeHead } from '../state/write-state.ts'

/**
 * The state tree that a replay starts with: nothing, or an older state. It counts on from what a cluster has applied, so
 * that no report of before passes for one of after.
 */
export function restart(base: StateTree, applied: number): StateTree {
  const state =
    base.size === 0
      ? emptyState
      : readState(new Map([[statePath, base.get(statePath) ?? '']])).value
  const generation = Math.max(state.generation, applied)
  return new Map([...base, writeHead({ ...state, generation })])
}

/**
 * Live objects as a replay uses them. They hold what they have; as they are of no generation, what is not among them is not
 * proven gone. A file does not say that it has every Vpc, but a person who recovers by it does: else no segment would open.
 */
export function asHolders(facts: Facts): Facts {
  const { generation: _, commit: __, ...rest } = facts
  const isFile = facts.uid === undefined && facts.drops.length > 0
  const whole = isFile ? [...facts.complete, 'Vpc'] : facts.complete
  return { ...rest, complete: [...new Set(whole)].toSorted(), proven: [] }
}
