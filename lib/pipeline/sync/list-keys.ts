import { same } from '../../domain/same.ts'
import { includes, isRecord } from './includes.ts'

/**
 * The key of each element, by its place: its own or, where no other element has that, one whose other fields the API server
 * filled in (`protocol: TCP`).
 */
export function keyed(
  value: readonly unknown[],
  keys: readonly string[],
): { readonly known: ReadonlyMap<number, string>; readonly left: ReadonlySet<string> } {
  const left = new Set(keys)
  const known = new Map<number, string>()
  for (const isKey of [isKeyOf, mayBeKeyOf])
    for (const [n, element] of value.entries()) {
      const key = known.has(n) ? undefined : left.values().find((one) => isKey(one, element))
      if (key === undefined) continue
      left.delete(key)
      known.set(n, key)
    }
  return { known, left }
}

function mayBeKeyOf(key: string, element: unknown): boolean {
  const told = key.startsWith('v:') ? undefined : parse(key.slice(2))
  if (!isRecord(told) || !isRecord(element)) return false
  const said = Object.entries(told).filter(([name]) => element[name] !== undefined)
  return said.length > 0 && said.every(([name, part]) => same(element[name], part))
}

/** Is it by this key that the element is kept? */
export function isKeyOf(key: string, element: unknown): boolean {
  const told = parse(key.slice(2))
  if (key.startsWith('v:')) return same(told, element)
  return isRecord(told) && isRecord(element) && includes(element, told)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Written by the API server; whatever else it may be is nobody's key.
    return undefined
  }
}
