import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Entry } from '../domain/document.ts'
import type { SetupReader } from '../ports/setup.ts'
import { resolveCommit } from './git/revision.ts'
import { claimsSnapshot } from './git/snapshot.ts'

/** Bytes of one file that are looked at. */
const MAX_BYTES = 1_048_576

/** A folder, of which single files are read; no link is followed. */
export function folderSetupReader(folder: string): SetupReader {
  return {
    snapshot: () =>
      Promise.resolve({
        names: (below) => Promise.resolve(namesIn(join(folder, below))),
        read: (paths) =>
          Promise.resolve(
            new Map(
              paths.flatMap((path): [string, Entry][] => {
                const text = textAt(join(folder, path))
                return text === undefined ? [] : [[path, { kind: 'text', text }]]
              }),
            ),
          ),
      }),
  }
}

/** A revision. Throws `OutsideError` for one that is not there. */
export async function revisionSetupReader(repo: string, revision: string): Promise<SetupReader> {
  const commit = await resolveCommit(repo, revision)
  return { snapshot: () => Promise.resolve(claimsSnapshot(repo, commit)) }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((one) => one.isFile())
      .map(({ name }) => name)
  } catch {
    // A folder that is not there has no files.
    return []
  }
}

function textAt(path: string): string | undefined {
  let file: number
  try {
    // A pipe or a device would keep us waiting, a link would lead out of the folder.
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch {
    return undefined
  }
  try {
    const info = fstatSync(file)
    return info.isFile() && info.size <= MAX_BYTES ? readFileSync(file, 'utf8') : undefined
  } finally {
    closeSync(file)
  }
}
