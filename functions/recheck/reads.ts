import type { Repository } from '../../lib/ports/repository.ts'
import type { Snapshot } from '../../lib/ports/snapshot.ts'
import { changeOf } from '../check/change.ts'
import { MAX_CHANGED_PATHS } from '../check/limits.ts'
import { stateSnapshot } from '../check/state-snapshot.ts'
import { loadCheck } from '../load-check.ts'

/** What a check reads: paths, and folders, which end with `/`. */
export interface Reads {
  readonly main: ReadonlySet<string>
  readonly state: ReadonlySet<string>
}

/** The commits that a check is of. */
export interface Commits {
  readonly head: string
  readonly main: string
  readonly state: string
}

/**
 * Reads what a check would read, and gives where it looked. All that a check says comes from there: names of folders only
 * decide what is read. Undefined where there is nothing that a check could read: a conflict, or too much.
 */
export async function readsOfCheck(
  repository: Repository,
  { head, main, state }: Commits,
): Promise<Reads | undefined> {
  const change = await changeOf(repository, main, head)
  if (change.conflicts.length > 0 || change.changed.length > MAX_CHANGED_PATHS) return undefined
  const reads = { main: new Set<string>(), state: new Set<string>() }
  await loadCheck({
    head: recording(change.head, reads.main),
    base: recording(change.base, reads.main),
    state: recording(await stateSnapshot(repository, state), reads.state),
    changed: change.changed,
    engine: '',
  })
  return reads
}

function recording(snapshot: Snapshot, seen: Set<string>): Snapshot {
  return {
    names: (folder) => snapshot.names(folder),
    read(paths) {
      for (const path of paths) seen.add(path)
      return snapshot.read(paths)
    },
  }
}
