import { OutsideError } from '../../lib/adapters/outside-error.ts'
import type { Repository, Texts } from '../../lib/ports/repository.ts'

/** Below it each cluster has a branch of its own that only it can write. */
export const observedPrefix = 'netclaim/observed/'

/** What a cluster can be called: a DNS label. */
export const CLUSTER = /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/

/** What the clusters reported. */
export interface Observed {
  /** `observed/<cluster>.yaml` → text, sorted by cluster. */
  readonly files: ReadonlyMap<string, string>
  /** Which commits these are of; empty where no cluster reports. */
  readonly id: string
  /** Those commits. */
  readonly commits: readonly string[]
}

/**
 * Reads the clusters' branches. A branch speaks for the cluster in its name alone, and only if that is
 * a DNS label; its file is `observed/<cluster>.yaml` or `observed.yaml`, and nothing else of it is read. One that is no
 * text, or too large, is there and says nothing: no cluster can stop the others.
 */
export async function readObserved(
  repository: Repository,
  tips: ReadonlyMap<string, string>,
): Promise<Observed> {
  const files = new Map<string, string>()
  const ids: string[] = []
  const commits: string[] = []
  for (const branch of [...tips.keys()].toSorted()) {
    const cluster = branch.slice(observedPrefix.length)
    const tip = tips.get(branch)
    if (!branch.startsWith(observedPrefix) || !CLUSTER.test(cluster) || tip === undefined) continue
    const path = `observed/${cluster}.yaml`
    const tree = await textsAt(repository, tip, [path, 'observed.yaml'])
    const text = tree.get(path) ?? tree.get('observed.yaml')
    if (text === undefined) continue
    files.set(path, text)
    ids.push(`${cluster} ${tip}`)
    commits.push(tip)
  }
  return { files, id: ids.join('\n'), commits }
}

async function textsAt(
  repository: Repository,
  commit: string,
  paths: readonly string[],
): Promise<Texts> {
  try {
    return await repository.readState(commit, paths)
  } catch (error) {
    if (!(error instanceof OutsideError) || error.retryable) throw error
    return new Map(paths.map((path) => [path, '']))
  }
}
