import { type FileChange, fileHistory } from '../../lib/adapters/git/file-history.ts'
import { readBlobs } from '../../lib/adapters/git/read-blobs.ts'
import { readStateStep, type StateStep } from '../../lib/pipeline/history/state-step.ts'

/** One file of the state branch after one of its commits; without text where the commit took it away. */
export interface FileVersion {
  readonly step: StateStep
  readonly path: string
  readonly text?: string
}

/** Versions that are in memory at a time: a part of a pool's index has some 10 kB. */
const AT_ONCE = 1_000

/** Every version of the files that the patterns name and `isWanted` takes, the oldest first. */
export async function* follow(
  { repo, tip }: { readonly repo: string; readonly tip: string },
  patterns: readonly string[],
  isWanted: (path: string) => boolean = () => true,
): AsyncGenerator<FileVersion> {
  const changes = (await fileHistory(repo, tip, patterns)).filter(({ path }) => isWanted(path))
  for (let at = 0; at < changes.length; at += AT_ONCE) {
    const some = changes.slice(at, at + AT_ONCE)
    const texts = await textsOf(repo, some)
    for (const { commit, path, after } of some) {
      const text = after === undefined ? undefined : texts.get(after)
      yield { step: readStateStep(commit), path, ...(text === undefined ? {} : { text }) }
    }
  }
}

async function textsOf(
  repo: string,
  changes: readonly FileChange[],
): Promise<ReadonlyMap<string, string>> {
  const blobs = await readBlobs(
    repo,
    changes.flatMap(({ after }) => after ?? []),
  )
  return new Map([...blobs].map(([id, blob]) => [id, blob.toString('utf8')]))
}
