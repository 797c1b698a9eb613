import type { StateTree } from '../../lib/pipeline/report.ts'

/** One file of the state tree before and after; undefined where there is none. */
export interface TextChange {
  readonly before?: string
  readonly after?: string
}

/** The files in which two state trees differ, by path, in the order of their code units. */
export function treeChanges(before: StateTree, after: StateTree): ReadonlyMap<string, TextChange> {
  const changed: [string, TextChange][] = []
  for (const [path, text] of after) {
    const old = before.get(path)
    if (old === undefined) changed.push([path, { after: text }])
    else if (old !== text) changed.push([path, { before: old, after: text }])
  }
  for (const [path, old] of before) if (!after.has(path)) changed.push([path, { before: old }])
  return new Map(changed.sort(([a], [b]) => (a < b ? -1 : 1)))
}
