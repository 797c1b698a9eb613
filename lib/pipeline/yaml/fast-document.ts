import type { Document, Path } from '../../domain/document.ts'
import type { Place } from '../../domain/finding.ts'
import type { Locate } from './lines.ts'

/**
 * Where the nodes of a file begin, three numbers a node, parents before children in their order:
 * offset of the key (-1 in a list), offset of the value, index of the first node after this one's
 * children.
 */
export type Places = readonly number[]

/** A document that finds its places by walking the value and `places` side by side. */
export class FastDocument implements Document {
  readonly file: string
  readonly at: Place
  readonly value: unknown
  readonly #root: number
  readonly #places: Places
  readonly #locate: Locate

  constructor(at: Place, value: unknown, root: number, shared: readonly [Places, Locate]) {
    this.file = at.file
    this.at = at
    this.value = value
    this.#root = root
    this.#places = shared[0]
    this.#locate = shared[1]
  }

  place(path: Path, part: 'key' | 'value' = 'value'): Place {
    const { node, found } = this.#find(path)
    const key = this.#places[node] ?? -1
    const value = this.#places[node + 1] ?? 0
    return this.#locate((part === 'key' || !found) && key >= 0 ? key : value)
  }

  /** The fast reader takes only scalars whose text is that of their value. */
  source(path: Path): string | undefined {
    const { value, found } = this.#find(path)
    if (!found) return undefined
    if (typeof value === 'string') return value
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
  }

  /** The node at the path, or the deepest one on the way to it. */
  #find(path: Path): { node: number; value: unknown; found: boolean } {
    let node = this.#root
    let value = this.value
    for (const step of path) {
      const index = childIndex(value, step)
      if (index < 0) return { node, value, found: false }
      node += 3
      for (let nth = 0; nth < index; nth += 1) node = this.#places[node + 2] ?? node
      value = (value as Record<string | number, unknown>)[step]
    }
    return { node, value, found: true }
  }
}

/** Which child of the value the step leads to; -1 for none. Keys keep the order of the text. */
function childIndex(value: unknown, step: string | number): number {
  if (Array.isArray(value)) return typeof step === 'number' && step in value ? step : -1
  if (typeof value !== 'object' || value === null || typeof step !== 'string') return -1
  return Object.keys(value).indexOf(step)
}
