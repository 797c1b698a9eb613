import type { Entry, Tree } from '../../lib/domain/document.ts'
import { environmentTally } from '../../lib/domain/rules/environment-limits.ts'
import type { Snapshot } from '../../lib/ports/snapshot.ts'
import type { Sides } from './conflicts.ts'

/** Main, and the pull request's changes to lay over it; without conflicts. */
export interface Layers extends Sides {
  readonly main: Snapshot
  readonly head: Snapshot
}

/**
 * What main would be after the merge, file by file: a folder that one side alone has touched is that side's as it is; of
 * one that both have touched, the pull request's files stand above those of main.
 */
export function overlay({ main, head, theirs, ours }: Layers): Snapshot {
  /** Whose word counts at a path. */
  function sideOf(path: string): 'main' | 'head' | 'both' {
    if (!theirs.has(path)) return 'main'
    return ours.has(path) ? 'both' : 'head'
  }
  async function namesOfBoth(folder: string): Promise<readonly string[]> {
    const found = new Set(await main.names(folder))
    const thinned = new Set<string>()
    for (const [path, { after }] of theirs.paths) {
      if (!path.startsWith(folder)) continue
      const [name = ''] = path.slice(folder.length).split('/', 1)
      if (after === undefined) thinned.add(name)
      else found.add(name)
    }
    for (const name of thinned) {
      const path = folder + name
      const isFile = [theirs, ours].some(({ paths }) => paths.get(path)?.after !== undefined)
      if (!isFile && (await snapshot.names(`${path}/`)).length === 0) found.delete(name)
    }
    return [...found]
  }
  const snapshot: Snapshot = {
    async names(folder) {
      const side = sideOf(folder)
      return side === 'both' ? namesOfBoth(folder) : (side === 'main' ? main : head).names(folder)
    },
    async read(paths) {
      const bySide = Map.groupBy(paths, sideOf)
      const both = bySide.get('both') ?? []
      const own = [...theirs.paths].flatMap(([path, { after }]) =>
        after !== undefined && isWithin(path, both) ? [path] : [],
      )
      const [under, over, fromHead] = await Promise.all([
        main.read([...(bySide.get('main') ?? []), ...both]),
        head.read(own),
        head.read(bySide.get('head') ?? []),
      ])
      // Who is asked for a file that is a folder may give all of it: what they touched is theirs in any case.
      const kept = [...under].filter(([path]) => !theirs.paths.has(path))
      const tree = new Map([...kept, ...over, ...fromHead])
      return both.length === 0 ? tree : withinLimits(tree)
    },
  }
  return snapshot
}

function isWithin(path: string, wanted: readonly string[]): boolean {
  return wanted.some((one) => (one.endsWith('/') ? path.startsWith(one) : path === one))
}

/** Each side may keep the limits of an environment that both together pass. */
function withinLimits(tree: Tree): Tree {
  const tally = environmentTally()
  const encoder = new TextEncoder()
  for (const [path, entry] of tree) {
    const bytes = entry.kind === 'text' ? encoder.encode(entry.text).length : 0
    tally.add(path, encoder.encode(path).length, bytes)
  }
  if (tally.excess.size === 0) return tree
  const kept: [string, Entry][] = [...tree].filter(
    ([path]) => ![...tally.excess.keys()].some((folder) => path.startsWith(`${folder}/`)),
  )
  for (const { path, limit } of tally.excess.values())
    kept.push([path, { kind: 'too-much', limit }])
  return new Map(kept)
}
