import { stateSnapshot } from '../../lib/adapters/git/snapshot.ts'
import { bookOfPath } from '../../lib/pipeline/state/state-paths.ts'

/** Paths of the environments' ledgers in a state commit. */
export async function ledgersAt(repo: string, tip: string): Promise<readonly string[]> {
  const folder = 'allocations/'
  const names = await stateSnapshot(repo, tip).names(folder)
  return names.map((name) => `${folder}${name}`).filter((path) => bookOfPath(path) !== undefined)
}
