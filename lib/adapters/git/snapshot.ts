import type { Entry } from '../../domain/document.ts'
import type { Snapshot } from '../../ports/snapshot.ts'
import { git } from './git.ts'
import { readStateAt, readTreeAt } from './read-tree.ts'

/** A commit of `main`, read piece by piece. */
export function claimsSnapshot(repo: string, commit: string): Snapshot {
  return {
    names: (folder) => namesIn(repo, commit, folder),
    async read(paths) {
      return paths.length === 0
        ? new Map()
        : (await readTreeAt(repo, commit, undefined, paths)).tree
    },
  }
}

/** A commit of the state branch, read piece by piece; throws `OutsideError` for what is no text. */
export function stateSnapshot(repo: string, commit: string): Snapshot {
  return {
    names: (folder) => namesIn(repo, commit, folder),
    async read(paths) {
      if (paths.length === 0) return new Map()
      const texts = await readStateAt(repo, commit, paths)
      return new Map(
        [...texts].map(([path, text]): [string, Entry] => [path, { kind: 'text', text }]),
      )
    },
  }
}

async function namesIn(repo: string, commit: string, folder: string): Promise<readonly string[]> {
  const args = ['ls-tree', '-z', '--name-only', '--full-tree', '--', commit, folder]
  const out = await git(repo, args)
  return out
    .toString('utf8')
    .split('\0')
    .filter((path) => path.startsWith(folder))
    .map((path) => path.slice(folder.length))
}
