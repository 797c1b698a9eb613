import type { Repository } from '../../lib/ports/repository.ts'
import type { Snapshot } from '../../lib/ports/snapshot.ts'
import { textsSnapshot } from './texts-snapshot.ts'

/**
 * A commit of the state branch, read piece by piece. What is no text, or too large for a file of claims, makes it read the
 * whole: a ledger that is left out would give its addresses again. Throws `OutsideError` for a branch that is not ours.
 */
export async function stateSnapshot(repository: Repository, commit: string): Promise<Snapshot> {
  const pieces = await repository.snapshot(commit)
  return {
    names: (folder) => pieces.names(folder),
    async read(paths) {
      const tree = await pieces.read(paths)
      if (tree.values().every(({ kind }) => kind === 'text')) return tree
      return textsSnapshot(await repository.readState(commit)).read(paths)
    },
  }
}
