import { batchTaker } from './batch-taker.ts'
import { git } from './git.ts'

/** A file of a commit. */
interface FileAt {
  readonly commit: string
  readonly path: string
}

/** The texts of files of any commits, in the same order; undefined where there is none. No path holds a line feed. */
export async function readFilesAt(
  repo: string,
  files: readonly FileAt[],
): Promise<readonly (string | undefined)[]> {
  if (files.length === 0) return []
  const texts: (string | undefined)[] = []
  const onData = batchTaker((object) => {
    texts.push(object?.type === 'blob' ? object.content.toString('utf8') : undefined)
  })
  const input = files.map(({ commit, path }) => `${commit}:${path}\n`)
  await git(repo, ['cat-file', '--batch', '--buffer'], { input, onData })
  return texts
}
