import type { Difference } from '../../lib/ports/repository.ts'

/** Paths in which two commits differ. */
export type Differences = ReadonlyMap<string, Difference>

/** Differences that can be asked by folder. */
export interface TouchedPaths {
  readonly paths: Differences
  /** Whether anything differs at a path, or, where it ends with `/`, below it. */
  has(path: string): boolean
  /** Whether something of the later commit that differs lies below a folder. */
  adds(folder: string): boolean
}

export function touchedPaths(paths: Differences): TouchedPaths {
  const touched = new Set<string>()
  const added = new Set<string>()
  for (const [path, { after }] of paths) {
    for (const folder of foldersOf(path)) {
      touched.add(folder)
      if (after !== undefined) added.add(folder)
    }
  }
  return {
    paths,
    has: (path) => (path.endsWith('/') ? touched.has(path) : paths.has(path)),
    adds: (folder) => added.has(folder),
  }
}

/** `a/`, `a/b/` of `a/b/c`. */
export function foldersOf(path: string): readonly string[] {
  const folders: string[] = []
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1))
    folders.push(path.slice(0, at + 1))
  return folders
}
