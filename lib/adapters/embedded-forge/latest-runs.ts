import type { CheckRunRow } from './records.ts'

/** The last run of each name and app, the newest first. */
export function latestRuns(runs: readonly CheckRunRow[]): CheckRunRow[] {
  return [...new Map(runs.map((run) => [`${run.appId} ${run.name}`, run])).values()].toReversed()
}
