import type { Entry, Tree } from '../../lib/domain/document.ts'

/** A tree of text files, or of other entries, by path. */
export function treeOf(files: Readonly<Record<string, string | Entry>>): Tree {
  return new Map(
    Object.entries(files).map(([path, entry]) => [
      path,
      typeof entry === 'string' ? { kind: 'text', text: entry } : entry,
    ]),
  )
}
