import type { Document, Path } from '../document.ts'
import { valueAt } from '../value-at.ts'

/** A list as written: each item with its path, empty where there is no list. */
export function itemsAt(document: Document, path: Path): readonly { path: Path; value: unknown }[] {
  const value = valueAt(document.value, path)
  if (!Array.isArray(value)) return []
  return value.map((item: unknown, index) => ({ path: [...path, index], value: item }))
}

/** The text at `path` below `value`; undefined for anything else, as a number or a list. */
export function textAt(value: unknown, path: Path): string | undefined {
  const found = valueAt(value, path)
  return typeof found === 'string' ? found : undefined
}
