import type { Tree } from '../domain/document.ts'
import type { Finding } from '../domain/finding.ts'
import { limitTo } from './limit-to.ts'
import { readTree } from './read/read-tree.ts'
import type { Side } from './touched.ts'

/** A tree, what it says, and what is wrong with how it says it. */
export interface ReadSide extends Side {
  readonly findings: readonly Finding[]
}

/** Reads a tree; where only some environments are planned, of the others nothing is said. */
export function readSide(tree: Tree, planned?: ReadonlySet<string>): ReadSide {
  const { value, findings } = readTree(tree)
  if (planned === undefined) return { tree, inputs: value, findings }
  return { tree, ...limitTo(planned, value, findings) }
}
