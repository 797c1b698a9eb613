import { printable } from '../../domain/printable.ts'
import { valueAt } from '../../domain/value-at.ts'
import type { KubeObject } from '../../ports/cluster.ts'

/** What stands in an object at a path of plain keys, `.spec.v4Ip`, as JSON and cut; undefined where nothing does. */
export function shownAt(object: KubeObject, field: string): string | undefined {
  const value = valueAt(object, field.slice(1).split('.'))
  return value === undefined ? undefined : printable(JSON.stringify(value), 300)
}
