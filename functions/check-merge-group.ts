import { checkCommit } from './check/check-commit.ts'
import type { Context } from './context.ts'

/** As a merge queue's event names it. */
export interface MergeGroup {
  /** What the queue built on; what counts is the tip of main, at which the group would land. */
  readonly base: string
  /** The commit that the queue made of main and everything before and in the group. */
  readonly head: string
}

/** The gate: the same check on what the merge queue is about to put on main. */
export async function checkMergeGroup(context: Context, { head }: MergeGroup): Promise<void> {
  // A group's commit never changes: what takes its place is a group of its own.
  await checkCommit(context, { sha: head, isGate: true, successor: async () => undefined })
}
