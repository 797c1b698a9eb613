import { poolOfPath, statePath } from '../../lib/pipeline/state/state-paths.ts'
import { foldersOf } from '../check/touched-paths.ts'
import type { Reads } from './reads.ts'

/** Paths in which main and the state differ by now. */
export interface Moved {
  readonly main: Iterable<string>
  readonly state: Iterable<string>
}

/** Whether what moved is among what was read. */
export function affects(moved: Moved, reads: Reads): boolean {
  return isAmong(moved.main, reads.main) || isAmong(moved.state, withoutSpareCounts(reads.state))
}

/** Whether two checks look at the same places. */
export function areSame(one: Reads, other: Reads): boolean {
  return isEqual(one.main, other.main) && isEqual(one.state, other.state)
}

function isAmong(paths: Iterable<string>, read: ReadonlySet<string>): boolean {
  for (const path of paths)
    if (read.has(path) || foldersOf(path).some((folder) => read.has(folder))) return true
  return false
}

/**
 * Every check reads how full each pool is; that matters to it only where it looks into the pool. `state.yaml` changes
 * with every commit, and is compared by what it says.
 */
function withoutSpareCounts(read: ReadonlySet<string>): ReadonlySet<string> {
  const used = new Set<string>()
  for (const path of read) {
    const at = poolOfPath(path)
    if (at !== undefined && !isSpare(at.part)) used.add(at.pool)
  }
  return new Set(
    [...read].filter((path) => {
      const at = poolOfPath(path)
      return path !== statePath && (at === undefined || !isSpare(at.part) || used.has(at.pool))
    }),
  )
}

/** What every check reads of every pool. */
function isSpare(part: string): boolean {
  return part === 'index' || part === 'cooling'
}

function isEqual(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && one.isSubsetOf(other)
}
