import { isMap, isScalar, isSeq, type Node, type Pair, type YAMLMap } from 'yaml'
import type { Document, Path } from '../../domain/document.ts'
import type { Locate } from './lines.ts'
import { startOf } from './to-value.ts'

interface Found {
  readonly key: Node | null
  readonly value: Node | null
}

/** A document whose places are those of the library's nodes. */
export function nodeDocument(
  file: string,
  root: YAMLMap,
  value: unknown,
  locate: Locate,
): Document {
  const entries = new Map<YAMLMap, ReadonlyMap<unknown, Pair>>()

  function child(parent: Node | null, step: string | number): Found | undefined {
    if (isMap(parent)) {
      let index = entries.get(parent)
      if (index === undefined) entries.set(parent, (index = indexOf(parent)))
      const pair = index.get(step)
      return pair && { key: pair.key as Node, value: pair.value as Node | null }
    }
    if (!isSeq(parent) || typeof step !== 'number') return undefined
    const item = parent.items[step] as Node | null | undefined
    return item === undefined ? undefined : { key: null, value: item }
  }

  return {
    file,
    at: locate(startOf(root)),
    value,
    place(path, part = 'value') {
      let at: Found = { key: null, value: root }
      for (const step of path) {
        const next = child(at.value, step)
        if (next === undefined) return locate(keyOffset(at, root))
        at = next
      }
      return locate(part === 'key' || at.value === null ? keyOffset(at, root) : startOf(at.value))
    },
    source(path: Path) {
      let node: Node | null = root
      for (const step of path) {
        const next = child(node, step)
        if (next === undefined) return undefined
        node = next.value
      }
      return isScalar(node) ? node.source : undefined
    },
  }
}

function keyOffset(found: Found, root: Node): number {
  return startOf(found.key ?? found.value ?? root)
}

function indexOf(map: YAMLMap): ReadonlyMap<unknown, Pair> {
  return new Map(map.items.map((pair) => [isScalar(pair.key) ? pair.key.value : pair.key, pair]))
}
