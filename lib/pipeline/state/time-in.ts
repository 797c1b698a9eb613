import type { StateTree } from '../report.ts'
import { readState } from './read-state.ts'
import { statePath } from './state-paths.ts'

const FOLDER = 'platform/'

/** Whether it may count when a change is made: where something of the state is over some day, or of what the change brings. */
export function countsTime(planned: number | undefined, changed: readonly string[]): boolean {
  return planned !== undefined || changed.some((path) => path.startsWith(FOLDER))
}

/** When a state was planned, in seconds since 1970; undefined where nothing in it is ever over. */
export function timeIn(state: StateTree): number | undefined {
  const head = state.get(statePath)
  return head === undefined ? undefined : readState(new Map([[statePath, head]])).value.time
}
