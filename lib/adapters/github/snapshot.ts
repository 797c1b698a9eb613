import type { Snapshot } from '../../ports/snapshot.ts'
import type { CommitObject } from './object-store.ts'
import type { Objects } from './objects.ts'
import { type Prefetch, readTreeAt } from './read-tree.ts'
import { isFolder, nameOf, nameText } from './tree-entry.ts'
import { wantedPaths } from './wanted-paths.ts'

/** A commit, read piece by piece. */
export function snapshotOf(objects: Objects, commit: CommitObject, prefetch: Prefetch): Snapshot {
  return {
    names: (folder) => namesIn(objects, commit.root, folder),
    async read(paths) {
      if (paths.length === 0) return new Map()
      return readTreeAt(objects, commit, wantedPaths(paths), prefetch)
    },
  }
}

async function namesIn(objects: Objects, root: string, folder: string): Promise<readonly string[]> {
  let entries = await objects.tree(root)
  for (const part of folder.split('/').filter(Boolean)) {
    const name = nameOf(part)
    const found = entries.find((entry) => entry.name === name && isFolder(entry))
    if (found === undefined) return []
    entries = await objects.tree(found.id)
  }
  return entries.map(({ name }) => nameText(name).text)
}
