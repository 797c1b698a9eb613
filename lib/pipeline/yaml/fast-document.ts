import type { Document, Path } from '../../domain/document.ts'
import type { Place } from '../../domain/finding.ts'
import type { Locate } from './lines.ts'

/**
 * Where the nodes of a file begin, three numbers a node, parents before children in their order:
 * offset of the key (-1 in a list), offset of the value, index of the first node after this one's
 * children.
 */
export type Places = readonly number[]

/** Where everything in a file stands. */
export interface Layout {
  readonly places: Places
  /** The node of each document. */
  readonly roots: readonly number[]
  readonly locate: Locate
}

/**
 * A document that finds its places by walking the value and the layout side by side. Most documents are never asked
 * for one, so the layout is made when it is first wanted.
 */
export class FastDocument implements Document {
  readonly file: string
  readonly at: Place
  readonly value: unknown
  readonly #nth: number
  readonly #layout: () => Layout

  constructor(at: Place, value: unknown, nth: number, layout: () => Layout) {
    this.file = at.file
    this.at = at
    this.value = value
    this.#nth = nth
    this.#layout = layout
  }

  place(path: Path, part: 'key' | 'value' = 'value'): Place {
    const { places, roots, locate } = this.#layout()
    const { node, found } = findNode(this.value, path, { places, root: roots[this.#nth] ?? 0 })
    const key = places[node] ?? -1
    const value = places[node + 1] ?? 0
    return locate((part === 'key' || !found) && key >= 0 ? key : value)
  }

  /** The fast reader takes only scalars whose text is that of their value. */
  source(path: Path): string | undefined {
    const value = valueAt(this.value, path)
    if (typeof value === 'string') return value
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
  }
}

/** The node at the path, or the deepest one on the way to it. */
function findNode(
  root: unknown,
  path: Path,
  at: { readonly places: Places; readonly root: number },
): { node: number; found: boolean } {
  let node = at.root
  let value = root
  for (const step of path) {
    const index = childIndex(value, step)
    if (index < 0) return { node, found: false }
    node += 3
    for (let nth = 0; nth < index; nth += 1) node = at.places[node + 2] ?? node
    value = (value as Record<string | number, unknown>)[step]
  }
  return { node, found: true }
}

function valueAt(root: unknown, path: Path): unknown {
  let value = root
  for (const step of path) {
    if (childIndex(value, step) < 0) return undefined
    value = (value as Record<string | number, unknown>)[step]
  }
  return value
}

/** Which child of the value the step leads to; -1 for none. Keys keep the order of the text. */
function childIndex(value: unknown, step: string | number): number {
  if (Array.isArray(value)) return typeof step === 'number' && step in value ? step : -1
  if (typeof value !== 'object' || value === null || typeof step !== 'string') return -1
  return Object.keys(value).indexOf(step)
}
