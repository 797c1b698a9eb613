import type { Tree } from '../domain/document.ts'
import { holderReads, partReads } from './part-reads.ts'
import { formerPlatform, noPlatform } from './plan/platform-step.ts'
import { readTree } from './read/read-tree.ts'
import type { StateTree } from './report.ts'
import { isSameEntry } from './same-entry.ts'
import { type Listing, readsOf, scopeOf } from './scope.ts'
import { readState } from './state/read-state.ts'

/** A commit's tree and the state before it. */
export interface Pair {
  readonly head: Tree
  readonly state: StateTree
}

/** What of them a change can touch. */
export interface Narrowed extends Pair {
  readonly previous: Tree
  /** The environments that are planned. */
  readonly planned: ReadonlySet<string>
}

/**
 * The part of a commit and of the state that a change can touch; undefined when that is everything.
 *
 * `previous` is the tree that the state was planned for.
 */
export function narrow({ head, state }: Pair, previous: Tree): Narrowed | undefined {
  const listing = listingOf({ head, state }, previous)
  const scope = scopeOf(changedPaths(head, previous), listing)
  if (scope.kind === 'whole') return undefined
  const reads = readsOf(scope, listing)
  const part = { head: select(head, reads.claims), previous: select(previous, reads.claims) }
  const known = select(state, reads.state)
  const inputs = [part.head, part.previous].map((tree) => readTree(tree).value)
  // Whether anything would be left at all, only the whole tree tells.
  if (inputs[0]?.environments.values().every(({ claims }) => claims.length === 0)) return undefined
  const { value: before } = readState(known)
  const parts = partReads(inputs, before, formerPlatform(before) ?? noPlatform)
  const both = new Map([...known, ...select(state, parts)])
  const { planned } = scope
  const beside =
    inputs[0] === undefined ? [] : holderReads(inputs[0], readState(both).value, planned)
  return {
    head: new Map([...part.head, ...select(head, beside)]),
    previous: new Map([...part.previous, ...select(previous, beside)]),
    state: both,
    planned,
  }
}

/** The state after a part was planned: what was not read stays as it was. */
export function widen(state: StateTree, part: StateTree, after: StateTree): StateTree {
  const whole = new Map(state)
  for (const path of part.keys()) if (!after.has(path)) whole.delete(path)
  for (const [path, text] of after) whole.set(path, text)
  return whole
}

function changedPaths(head: Tree, previous: Tree): readonly string[] {
  const changed: string[] = []
  for (const [path, entry] of head) if (!isSameEntry(entry, previous.get(path))) changed.push(path)
  for (const path of previous.keys()) if (!head.has(path)) changed.push(path)
  return changed
}

function listingOf({ head, state }: Pair, previous: Tree): Listing {
  const environments = new Set<string>()
  const pools = new Set<string>()
  for (const tree of [head, previous]) {
    for (const path of tree.keys()) {
      const [top, name, file] = path.split('/', 3)
      if (top === 'environments' && name !== undefined && file !== undefined) environments.add(name)
    }
  }
  for (const path of state.keys()) {
    const [top, name = '', pool] = path.split('/', 3)
    if (top !== 'allocations') continue
    if (name === 'pools' && pool !== undefined) pools.add(pool)
    else if (pool === undefined) environments.add(name.replace(/\.yaml$/, ''))
  }
  const platform = [...head.keys()].filter((path) => path.startsWith('platform/')).toSorted()
  return { environments, platform, pools: [...pools].toSorted() }
}

/** Those at the paths; a path that ends with `/` stands for all below it. */
function select<T>(tree: ReadonlyMap<string, T>, paths: readonly string[]): Map<string, T> {
  const folders = paths.filter((path) => path.endsWith('/'))
  const found = new Map<string, T>()
  for (const path of paths) {
    const one = tree.get(path)
    if (one !== undefined) found.set(path, one)
  }
  for (const [path, one] of tree) {
    if (folders.some((folder) => path.startsWith(folder))) found.set(path, one)
  }
  return found
}
