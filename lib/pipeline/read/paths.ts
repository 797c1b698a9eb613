import * as z from 'zod'
import type { Path } from '../../domain/document.ts'
import { printable } from '../../domain/printable.ts'

/** The value at `path`; undefined where there is none. Only own properties count. */
export function valueAt(value: unknown, path: Path): unknown {
  let at = value
  for (const step of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined
    at = Reflect.get(at, step)
  }
  return at
}

/** The schema of the value at `path`, without `optional`; undefined where a schema ends before. */
export function schemaAt(schema: z.ZodType, path: Path): z.ZodType | undefined {
  let at: unknown = inner(schema)
  for (const step of path) {
    if (at instanceof z.ZodObject) at = Object.hasOwn(at.shape, step) ? at.shape[step] : undefined
    else if (at instanceof z.ZodArray) at = at.element
    else if (at instanceof z.ZodRecord) at = at.valueType
    else return undefined
    if (!(at instanceof z.ZodType)) return undefined
    at = inner(at)
  }
  return at instanceof z.ZodType ? at : undefined
}

/** `spec.excludeIps[3]`; a key with a dot in it stands in brackets, `metadata.labels["a.b/c"]`. */
export function fieldPath(path: Path): string {
  let text = ''
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`
    else if (/^[A-Za-z_][A-Za-z0-9_-]{0,62}$/.test(step)) text += text === '' ? step : `.${step}`
    else text += `["${printable(step, 100)}"]`
  }
  return text
}

/** The last key of the path and the indexes behind it, `excludeIps[3]`, as messages name a field. */
export function fieldName(path: Path): string {
  const key = path.findLastIndex((step) => typeof step === 'string')
  const isName = path[key] === 'name' && key > 0
  return fieldPath(path.slice(isName ? key - 1 : Math.max(key, 0)))
}

function inner(schema: z.ZodType): z.ZodType {
  let at: unknown = schema
  while (at instanceof z.ZodOptional) at = at.unwrap()
  return at instanceof z.ZodType ? at : schema
}
