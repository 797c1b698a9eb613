import { numberText, stringText } from './emit-scalar.ts'

/** A value that YAML and JSON both can hold. Entries with `undefined` are left out. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json | undefined }

type JsonMap = { readonly [key: string]: Json | undefined }

/** The length of a key from which YAML wants it marked by `?` (1024, less the quotes and escapes). */
const LONG_KEY = 160

/**
 * The one canonical YAML of a value: block style, two spaces, keys in the order given, LF,
 * a final newline, no anchors and no folding. YAML 1.1 and 1.2 read it alike.
 */
export function emit(value: Json): string {
  if (Array.isArray(value) && value.length > 0) return listText(value, '\n').slice(1) + '\n'
  if (isMap(value)) {
    const text = mapText(value, '\n')
    if (text !== '') return text.slice(1) + '\n'
  }
  return inline(value) + '\n'
}

/** Several documents, parted by `---` lines. */
export function emitAll(values: readonly Json[]): string {
  return values.map(emit).join('---\n')
}

/** The same value with the keys of every map in the order of their code units. */
export function sortKeys(value: Json): Json {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (!isMap(value)) return value
  const sorted: Record<string, Json | undefined> = {}
  for (const key of Object.keys(value).sort()) {
    const entry = value[key]
    if (entry !== undefined) define(sorted, key, sortKeys(entry))
  }
  return sorted
}

/** Entries of a map, each after `newline` (a line feed and the indent); empty without any. */
function mapText(map: JsonMap, newline: string): string {
  let text = ''
  for (const key of Object.keys(map)) {
    const value = map[key]
    if (value === undefined) continue
    const name = stringText(key)
    text += name.length < LONG_KEY ? `${newline}${name}:` : `${newline}? ${name}${newline}:`
    text += after(value, newline)
  }
  return text
}

/** The value of a map's entry: on the same line, or below and two spaces further in. */
function after(value: Json, newline: string): string {
  if (typeof value !== 'object' || value === null) return ' ' + inline(value)
  const text = isList(value)
    ? listText(value, newline + '  ')
    : mapText(value as JsonMap, newline + '  ')
  return text === '' ? ' ' + inline(value) : text
}

function listText(list: readonly Json[], newline: string): string {
  let text = ''
  for (const value of list) {
    text += newline + '- '
    if (typeof value !== 'object' || value === null) {
      text += inline(value)
      continue
    }
    const inner = newline + '  '
    const block = isList(value) ? listText(value, inner) : mapText(value as JsonMap, inner)
    text += block === '' ? inline(value) : block.slice(inner.length)
  }
  return text
}

/** A scalar, or the sign of an empty list or map. */
function inline(value: Json): string {
  if (typeof value === 'string') return stringText(value)
  if (typeof value === 'number') return numberText(value)
  if (typeof value === 'object' && value !== null) return isList(value) ? '[]' : '{}'
  return String(value)
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}

function isMap(value: Json): value is JsonMap {
  return typeof value === 'object' && value !== null && !isList(value)
}

/** Sets an own property, also one called `__proto__`. */
function define(map: Record<string, Json | undefined>, key: string, value: Json): void {
  if (key !== '__proto__') map[key] = value
  else
    Object.defineProperty(map, key, { value, enumerable: true, writable: true, configurable: true })
}
