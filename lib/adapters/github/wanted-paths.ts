import type { TreeItem } from '../../domain/tree-listing.ts'

/** Which paths of a tree are wanted, by their parts. */
export interface WantedPaths {
  /** All that lies here. */
  readonly isAll: boolean
  /** What is wanted of a folder with this name; undefined for nothing. */
  below(name: string): WantedPaths | undefined
  /** Whether what is no folder is wanted by this name; a submodule is found by `name/`, too. */
  has(name: string, mode: TreeItem['mode']): boolean
}

interface Node {
  isAll: boolean
  /** Named without a slash at its end, so that it may be a file. */
  mayBeFile: boolean
  readonly children: Map<string, Node>
}

/** All paths. */
export const everything: WantedPaths = { isAll: true, below: () => everything, has: () => true }

/** What some paths name; one that ends with `/` is a folder, any other a file or a folder with all below it. */
export function wantedPaths(paths: readonly string[]): WantedPaths {
  const root = newNode()
  for (const path of paths) {
    if (path === '' || path.includes('\0')) continue
    let node = root
    const isFolder = path.endsWith('/')
    for (const name of (isFolder ? path.slice(0, -1) : path).split('/')) {
      const next = node.children.get(name) ?? newNode()
      node.children.set(name, next)
      node = next
    }
    node.isAll = true
    if (!isFolder) node.mayBeFile = true
  }
  return toWanted(root)
}

function newNode(): Node {
  return { isAll: false, mayBeFile: false, children: new Map() }
}

function toWanted(node: Node): WantedPaths {
  if (node.isAll) return everything
  return {
    isAll: false,
    below(name) {
      const child = node.children.get(name)
      return child && toWanted(child)
    },
    has(name, mode) {
      const child = node.children.get(name)
      return child?.mayBeFile === true || (mode === 'submodule' && child?.isAll === true)
    },
  }
}
