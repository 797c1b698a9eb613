import type { CheckRequest } from '../../lib/pipeline/check-request.ts'
import { keptFacts } from '../../lib/pipeline/facts/kept-facts.ts'
import { factsPath } from '../../lib/pipeline/state/state-paths.ts'
import { countsTime, timeIn } from '../../lib/pipeline/state/time-in.ts'
import { namingBoth } from './folder-or-revision.ts'
import { holdsClaims, requireClaims, requireState } from './require-trees.ts'

/** Head, base and state as revisions of one repository. */
export interface Revisions {
  readonly head: string
  readonly base: string
  readonly state: string
}

/** Reads from the repository what the change can touch. */
export async function readTouched(
  cwd: string,
  words: Revisions,
  rest: Pick<CheckRequest, 'facts' | 'engine'>,
): Promise<CheckRequest> {
  const { describeCommits } = await import('../../lib/adapters/git/describe-commits.ts')
  const { readStateAt } = await import('../../lib/adapters/git/read-tree.ts')
  const { changedPaths, resolveCommit } = await import('../../lib/adapters/git/revision.ts')
  const { claimsSnapshot, stateSnapshot } = await import('../../lib/adapters/git/snapshot.ts')
  const { loadCheck } = await import('../load-check.ts')
  const commitOf = (word: string) => namingBoth(word, () => resolveCommit(cwd, word))
  const [head, base, state] = [
    await commitOf(words.head),
    await commitOf(words.base),
    await commitOf(words.state),
  ]
  const facts = rest.facts ?? keptFacts(await readStateAt(cwd, state, [factsPath]))
  const snapshots = { head: claimsSnapshot(cwd, head), base: claimsSnapshot(cwd, base) }
  const changed = await changedPaths(cwd, head, base)
  const request = await loadCheck({
    ...snapshots,
    state: stateSnapshot(cwd, state),
    changed,
    ...rest,
    ...(facts === undefined ? {} : { facts }),
  })
  // Of a small change only a part is read, which may hold nothing of a tree that has claims elsewhere.
  const isRead = [request.head, request.base].some(
    (tree) => tree !== undefined && holdsClaims(tree),
  )
  const known = isRead ? [] : await snapshots.head.names('environments/')
  if (known.length === 0) requireClaims(words.head, request.head, request.base)
  requireState(words.state, request.state ?? new Map())
  const planned = timeIn(request.state ?? new Map())
  if (!countsTime(planned, changed)) return request
  const seconds = (await describeCommits(cwd, [head])).get(head)?.seconds ?? 0
  return { ...request, time: Math.max(planned ?? 0, seconds) }
}
