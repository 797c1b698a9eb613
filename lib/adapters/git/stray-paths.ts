import { OutsideError } from '../outside-error.ts'
import type { Wanted } from '../stray-files.ts'
import { git } from './git.ts'

/** Folders at the top that are looked into: a command line has an end. */
const MAX_FOLDERS = 100
/** Bytes of the names in them; a repository that holds more beside the claims is spared the look. */
const MAX_BYTES = 4_194_304

/** Up to `limit` paths of a commit that lie beside the known folders. */
export async function strayPathsAt(
  repo: string,
  commit: string,
  wanted: Wanted,
  limit: number,
): Promise<readonly string[]> {
  const top = await names(repo, ['--', commit])
  const folders = top.filter((name) => wanted.isFolder(name)).slice(0, MAX_FOLDERS)
  const prefixes = folders.map((name) => `${name}/`)
  const below = prefixes.length === 0 ? [] : await names(repo, ['-r', '--', commit, ...prefixes])
  return [...new Set([...top, ...below])]
    .filter((path) => wanted.isFile(path))
    .toSorted()
    .slice(0, limit)
}

async function names(repo: string, words: readonly string[]): Promise<readonly string[]> {
  try {
    const args = ['ls-tree', '-z', '--name-only', '--full-tree', ...words]
    const out = await git(repo, args, { maxBytes: MAX_BYTES })
    return out.toString('utf8').split('\0').filter(Boolean)
  } catch (error) {
    if (error instanceof OutsideError) return []
    throw error
  }
}
