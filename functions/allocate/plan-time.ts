import type { Tree } from '../../lib/domain/document.ts'
import type { SourceCommit } from '../../lib/ports/repository.ts'
import { restIn } from './rest-end.ts'

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
  if (observedAt === undefined || restIn(head) === 0) return seconds
  return Math.max(seconds, await observedAt())
}
