import { lstatSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { OutsideError } from '../../lib/adapters/outside-error.ts'

/** What a word names: a folder, by its absolute path, or a revision of the repository that we stand in. */
export type Source =
  | { readonly kind: 'folder'; readonly word: string; readonly path: string }
  | { readonly kind: 'revision'; readonly word: string }

/** `.`, `./a`, `../a` and `/a`: no revision is called like that. */
const PATH = /^(?:\.{0,2}\/|\.{1,2}$)/
/** The full name of a ref, or an object id in full. */
const FULL_REVISION = /^(?:refs\/.|[\da-f]{40}$|[\da-f]{64}$)/

/**
 * What a word of the command line names. Throws `OutsideError` for one that is both a folder and a revision: whoever
 * can add a folder would otherwise decide what is judged.
 */
export async function sourceOf(cwd: string, word: string): Promise<Source> {
  const path = resolve(cwd, word)
  if (FULL_REVISION.test(word) || !isFolder(path)) return { kind: 'revision', word }
  if (!PATH.test(word) && (await isRevision(cwd, word)))
    throw new OutsideError(
      `"${word}" is a folder and a revision: "./${word}" is always the folder, "refs/heads/${word}" or a full commit id always a revision`,
      { system: 'files', retryable: false },
    )
  return { kind: 'folder', word, path }
}

/** A word that looks like a path is named as the path it is not; Git would speak of revisions only. */
export async function namingBoth<T>(word: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    const what = FULL_REVISION.test(word) ? '' : `"${word}" is no folder, and as a revision: `
    throw new OutsideError(`${what}${error.message}`, {
      system: error.system,
      retryable: error.retryable,
      cause: error,
    })
  }
}

async function isRevision(cwd: string, word: string): Promise<boolean> {
  const { findCommit } = await import('../../lib/adapters/git/revision.ts')
  try {
    return (await findCommit(cwd, word)) !== undefined
  } catch {
    // Without git on this machine there are no revisions.
    return false
  }
}

/** Is it a folder, or a link to one? */
function isFolder(path: string): boolean {
  const info = lstatSync(path, { throwIfNoEntry: false })
  if (info?.isSymbolicLink())
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  return info?.isDirectory() === true
}
