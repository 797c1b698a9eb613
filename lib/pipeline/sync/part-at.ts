import { isRecord } from './includes.ts'
import { isKeyOf } from './list-keys.ts'

/** What stands in an object at a path of keys; undefined where nothing does. */
export function partAt(value: unknown, keys: readonly string[]): unknown {
  return keys.reduce(partOf, value)
}

export function partOf(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return value.find((element) => isKeyOf(key, element))
  const name = key.slice(2)
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined
}
