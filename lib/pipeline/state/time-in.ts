import type { StateTree } from '../report.ts'
import { readState } from './read-state.ts'
import { statePath } from './state-paths.ts'

/** When a state was planned, in seconds since 1970; undefined where nothing in it is ever over. */
export function timeIn(state: StateTree): number | undefined {
  const head = state.get(statePath)
  return head === undefined ? undefined : readState(new Map([[statePath, head]])).value.time
}
