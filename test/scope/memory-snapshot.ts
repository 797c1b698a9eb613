import type { Entry, Tree } from '../../lib/domain/document.ts'
import type { StateTree } from '../../lib/pipeline/report.ts'
import type { Snapshot } from '../../lib/ports/snapshot.ts'

/** A snapshot of a tree in memory that counts what is read from it. */
export interface CountingSnapshot extends Snapshot {
  readonly read: Snapshot['read']
  /** Paths that were read, in order. */
  readonly seen: readonly string[]
}

/** Folders are found by an index, as a commit's trees would be. */
export function memorySnapshot(tree: Tree): CountingSnapshot {
  const folders = new Map<string, Set<string>>()
  for (const path of tree.keys()) {
    const parts = path.split('/')
    for (let depth = 0; depth < parts.length; depth++) {
      const folder = parts.slice(0, depth).join('/')
      const names = folders.get(folder) ?? new Set<string>()
      folders.set(folder, names)
      names.add(parts[depth] ?? '')
    }
  }
  const seen: string[] = []
  function below(folder: string): string[] {
    return [...(folders.get(folder) ?? [])].flatMap((name) => {
      const path = folder === '' ? name : `${folder}/${name}`
      return tree.has(path) ? [path] : below(path)
    })
  }
  return {
    seen,
    async names(folder) {
      return [...(folders.get(folder.replace(/\/$/, '')) ?? [])]
    },
    async read(paths) {
      const found = new Map<string, Entry>()
      for (const wanted of paths) {
        for (const path of wanted.endsWith('/') ? below(wanted.slice(0, -1)) : [wanted]) {
          const entry = tree.get(path)
          if (entry === undefined) continue
          seen.push(path)
          found.set(path, entry)
        }
      }
      return found
    },
  }
}

/** A state tree as entries of a commit. */
export function asTree(state: StateTree): Tree {
  return new Map([...state].map(([path, content]) => [path, { kind: 'text', text: content }]))
}
