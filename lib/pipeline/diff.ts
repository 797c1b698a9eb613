import type { Change, StateTree } from './report.ts'

/** What turns one state tree into the other below `rendered/`, by path. */
export function diff(before: StateTree, after: StateTree): readonly Change[] {
  const changes: Change[] = []
  for (const [path, text] of after) {
    if (!isManifest(path) || before.get(path) === text) continue
    changes.push({ action: before.has(path) ? 'update' : 'create', path })
  }
  for (const path of before.keys()) {
    if (isManifest(path) && !after.has(path)) changes.push({ action: 'delete', path })
  }
  return changes.toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

function isManifest(path: string): boolean {
  return path.startsWith('rendered/') && !path.endsWith('/.gitkeep')
}
