import { printable } from '../../domain/printable.ts'
import {
  type Excess,
  environmentFolder,
  environmentTally,
  MAX_ENVIRONMENT_FILES,
} from '../../domain/rules/environment-limits.ts'
import type { Listing, TreeItem } from '../../domain/tree-listing.ts'
import { GitHubError } from './github-error.ts'
import {
  MAX_OBJECTS_PER_QUERY,
  MAX_WALK_DEPTH,
  MAX_WALK_FOLDERS,
  MAX_WALK_NODES,
} from './limits.ts'
import type { Objects } from './objects.ts'
import { isFolder, modeOf, nameText, type TreeEntry } from './tree-entry.ts'
import type { WantedPaths } from './wanted-paths.ts'

/** An item with the size of its blob, where GitHub told it. */
export interface SizedItem extends TreeItem {
  readonly bytes: number | undefined
}

/** A folder that is not looked into yet. */
interface Folder {
  readonly path: string
  readonly pathBytes: number
  readonly oddPath: boolean
  readonly id: string
  readonly depth: number
  readonly wanted: WantedPaths
}

type Node = Folder | SizedItem

/**
 * What stands below the wanted paths, in Git's order, as the local Git adapter lists it. Folders are looked into a
 * hundred at a time, the first ones first, so that an environment beyond a limit ends at the same file as there.
 */
export async function listTree(
  objects: Objects,
  root: string,
  wanted: WantedPaths,
): Promise<Listing<SizedItem>> {
  const excess = new Map<string, Excess>()
  const top: Folder = { path: '', pathBytes: 0, oddPath: false, id: root, depth: 0, wanted }
  const seen = new Set<string>()
  let nodes: readonly Node[] = [top]
  for (;;) {
    const folders = nodes.filter(isUnread).slice(0, MAX_OBJECTS_PER_QUERY)
    if (folders.length === 0) return { items: nodes as readonly SizedItem[], excess }
    for (const { id } of folders) seen.add(id)
    if (seen.size > MAX_WALK_FOLDERS) throw tooMuch(`more than ${MAX_WALK_FOLDERS} folders`)
    const read = await Promise.all(
      folders.map(async (folder) => [folder, await childrenOf(objects, folder)] as const),
    )
    const children = new Map<Node, readonly Node[]>(read)
    nodes = nodes.flatMap((node) => children.get(node) ?? [node])
    if (nodes.length > MAX_WALK_NODES) throw tooMuch(`more than ${MAX_WALK_NODES} files`)
    nodes = withoutExcess(nodes, excess)
  }
}

function isUnread(node: Node): node is Folder {
  return 'depth' in node
}

async function childrenOf(objects: Objects, folder: Folder): Promise<readonly Node[]> {
  const { path, depth } = folder
  if (depth > MAX_WALK_DEPTH) throw tooMuch(`folders in folders at "${printable(path)}"`)
  // An environment ends at the first file too many: what lies behind it is not held.
  const isLimited = environmentFolder(`${path}/`) !== undefined
  const most = isLimited ? MAX_ENVIRONMENT_FILES : MAX_WALK_NODES
  const found: Node[] = []
  let files = 0
  for (const entry of await objects.tree(folder.id)) {
    if (files > most) break
    const node = nodeOf(folder, entry)
    if (node === undefined) continue
    found.push(node)
    if (!isUnread(node)) files += 1
  }
  return found
}

/** An entry of a folder; undefined for one that is not wanted. */
function nodeOf({ path, pathBytes, oddPath, depth, wanted }: Folder, entry: TreeEntry) {
  const { text, isOdd } = nameText(entry.name)
  // A name that is no UTF-8 is like none that can be asked for.
  const name = isOdd ? '/' : text
  const place = {
    path: path === '' ? text : `${path}/${text}`,
    pathBytes: pathBytes + (path === '' ? 0 : 1) + entry.name.length,
    oddPath: oddPath || isOdd,
    id: entry.id,
  }
  if (isFolder(entry)) {
    const below = wanted.below(name)
    return below && { ...place, depth: depth + 1, wanted: below }
  }
  const mode = modeOf(entry)
  return wanted.has(name, mode) ? { ...place, mode, bytes: entry.bytes } : undefined
}

/** Counts each environment up to its first unread folder, and drops those that are beyond a limit. */
function withoutExcess(nodes: readonly Node[], excess: Map<string, Excess>): readonly Node[] {
  const tally = environmentTally()
  const open = new Set<string>()
  for (const node of nodes) {
    const folder = environmentFolder(isUnread(node) ? `${node.path}/` : node.path)
    if (folder === undefined || open.has(folder)) continue
    if (isUnread(node)) open.add(folder)
    else tally.add(node.path, node.pathBytes, 0)
  }
  for (const [folder, first] of tally.excess) excess.set(folder, first)
  if (tally.excess.size === 0) return nodes
  return nodes.filter(({ path }) => !excess.has(environmentFolder(`${path}/`) ?? ''))
}

function tooMuch(what: string): GitHubError {
  return new GitHubError(`a tree holds too much to be read: ${what}`, {
    status: 200,
    retryable: false,
  })
}
