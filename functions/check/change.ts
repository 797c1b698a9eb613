import { OutsideError } from '../../lib/adapters/outside-error.ts'
import type { Finding } from '../../lib/domain/finding.ts'
import type { Repository } from '../../lib/ports/repository.ts'
import type { Snapshot } from '../../lib/ports/snapshot.ts'
import { strays } from '../stray-paths.ts'
import { conflictsOf } from './conflicts.ts'
import { overlay } from './overlay.ts'
import { touchedPaths } from './touched-paths.ts'

/** A commit as it would change main. */
export interface Change {
  /** What main is. */
  readonly base: Snapshot
  /** What main would be after the merge. */
  readonly head: Snapshot
  /** Paths in which the two differ and that are of our concern. */
  readonly changed: readonly string[]
  /** Why there is no such merge; then `head` is main. */
  readonly conflicts: readonly Finding[]
}

/**
 * The changes of `head` since it left main, laid over the present main: the merge as no forge has to compute it. Throws
 * `OutsideError` where the two share no commit.
 */
export async function changeOf(
  repository: Repository,
  main: string,
  head: string,
): Promise<Change> {
  const start = await repository.mergeBase(main, head)
  if (start === undefined)
    throw new OutsideError(`${head} has no commit in common with ${main}`, {
      system: 'git',
      retryable: false,
    })
  const [theirs, ours] = (
    await Promise.all([
      repository.differences(start, head),
      start === main ? new Map<string, never>() : repository.differences(start, main),
    ])
  ).map((paths) => touchedPaths(new Map([...paths].filter(([path]) => concernsUs(path)))))
  if (theirs === undefined || ours === undefined) throw new Error('a merge has two sides')
  const base = await repository.snapshot(main)
  const conflicts = conflictsOf({ theirs, ours })
  const changed = [...theirs.paths].flatMap(([path, { after }]) => {
    const our = ours.paths.get(path)
    return our !== undefined && our.after === after ? [] : [path]
  })
  if (conflicts.length > 0) return { base, head: base, changed, conflicts }
  const merged = overlay({ main: base, head: await repository.snapshot(head), theirs, ours })
  return { base, head: merged, changed, conflicts }
}

const OURS = /^(?:netclaim\.yaml$|(?:platform|environments|acknowledgements)(?:\/|$))/

/** Whether a path holds claims, or may hold some that went astray. */
export function concernsUs(path: string): boolean {
  return OURS.test(path) || strays.isFile(path)
}
