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

/**
 * What stood in the files that the patterns name before each of their changes, in no order that matters. A file that is in
 * `known` by then is passed over, so that whoever looks for one version of each reads no more of those that are found.
 */
export async function* formerVersions(
  { repo, tip }: { readonly repo: string; readonly tip: string },
  patterns: readonly string[],
  known: ReadonlySet<string>,
): AsyncGenerator<{ readonly path: string; readonly text: string }> {
  const changes = await fileHistory(repo, tip, patterns)
  for (let at = 0; at < changes.length; at += AT_ONCE) {
    const some = changes.slice(at, at + AT_ONCE).filter(({ path }) => !known.has(path))
    const texts = await textsOf(repo, some, 'before')
    for (const { path, before = '' } of some) {
      const text = texts.get(before)
      if (text !== undefined) yield { path, text }
    }
  }
}

async function textsOf(
  repo: string,
  changes: readonly FileChange[],
  side: 'before' | 'after' = 'after',
): Promise<ReadonlyMap<string, string>> {
  const blobs = await readBlobs(
    repo,
    changes.flatMap((change) => change[side] ?? []),
  )
  return new Map([...blobs].map(([id, blob]) => [id, blob.toString('utf8')]))
}
