import type { Change, StateTree } from './report.ts'
import { type LazyTree, textOf } from './state/state-tree.ts'

/** What turns one state tree into the other below `rendered/`, by path. */
export function diff(before: StateTree, after: LazyTree): readonly Change[] {
  const changes: Change[] = []
  for (const [path, text] of after) {
    if (!isManifest(path)) continue
    const former = before.get(path)
    if (former === undefined) changes.push({ action: 'create', path })
    else if (former !== textOf(text)) changes.push({ action: 'update', path })
  }
  for (const path of before.keys()) {
    if (isManifest(path) && !after.has(path)) changes.push({ action: 'delete', path })
  }
  return changes.toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

function isManifest(path: string): boolean {
  return path.startsWith('rendered/') && !path.endsWith('/.gitkeep')
}
