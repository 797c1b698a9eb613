import type { Tree } from '../../lib/domain/document.ts'
import { readTree } from '../../lib/pipeline/read/read-tree.ts'
import type { SourceCommit } from '../../lib/ports/repository.ts'

/** When the clusters' last word was committed, in seconds since 1970. */
export type ObservedAt = () => Promise<number>

/**
 * What time it is for the plan of a commit: its own, or that of the facts where they are newer. What they prove gone rests
 * from then on, however long nothing was merged. Nobody looks where nothing rests.
 */
export async function planTime(
  { seconds }: SourceCommit,
  head: Tree,
  observedAt: ObservedAt | undefined,
): Promise<number> {
  if (observedAt === undefined || !restsIn(head)) return seconds
  return Math.max(seconds, await observedAt())
}

function restsIn(head: Tree): boolean {
  const settings = head.get('netclaim.yaml')
  if (settings === undefined) return false
  return readTree(new Map([['netclaim.yaml', settings]])).value.settings.reuse.after > 0
}
