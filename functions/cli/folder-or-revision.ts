import { lstatSync, statSync } from 'node:fs'
import { OutsideError } from '../../lib/adapters/outside-error.ts'

/** A word that looks like a path is named as the path it is not; Git would speak of revisions only. */
export async function namingBoth<T>(word: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    throw new OutsideError(`"${word}" is no folder, and as a revision: ${error.message}`, {
      system: error.system,
      retryable: error.retryable,
      cause: error,
    })
  }
}

/** Is it a folder, or a link to one? */
export function isFolder(path: string): boolean {
  const info = lstatSync(path, { throwIfNoEntry: false })
  if (info?.isSymbolicLink())
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  return info?.isDirectory() === true
}
