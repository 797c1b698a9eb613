import { printable } from '../../domain/printable.ts'
import type { KubeObject } from '../../ports/cluster.ts'
import { partAt } from '../sync/part-at.ts'

/** What stands in an object at the keys of a field, as JSON and cut; undefined where nothing does. */
export function shownAt(object: KubeObject, keys: readonly string[]): string | undefined {
  const value = partAt(object, keys)
  return value === undefined ? undefined : printable(JSON.stringify(value), 300)
}
