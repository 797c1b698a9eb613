import * as z from 'zod'
import type { Path } from '../../domain/document.ts'
import { printable } from '../../domain/printable.ts'

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

/** Keys that say little without the key before them. */
const vague = new Set(['addresses', 'key', 'name', 'value', 'values'])

/** The last key of the path and the indexes behind it, `excludeIps[3]`, as messages name a field. */
export function fieldName(path: Path): string {
  const keys = path.flatMap((step, index) => (typeof step === 'string' ? [index] : []))
  const [last = 0, before = last] = [keys.at(-1), keys.at(-2)]
  return fieldPath(path.slice(vague.has(String(path[last])) ? before : last))
}

function inner(schema: z.ZodType): z.ZodType {
  let at: unknown = schema
  while (at instanceof z.ZodOptional) at = at.unwrap()
  return at instanceof z.ZodType ? at : schema
}
