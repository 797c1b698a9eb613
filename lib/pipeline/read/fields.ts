import type * as z from 'zod'
import type { Path } from '../../domain/document.ts'

/** The fields of an object that are there and free of errors, and the names of those that are not. */
export interface Fields<Schema extends z.ZodObject> {
  readonly fields: Partial<z.output<Schema>>
  readonly bad: ReadonlySet<string>
}

const NONE: ReadonlySet<string> = new Set()

/** Sorts the fields of `value` by whether any of the paths in `bad` lies in them, below `base`. */
export function usableFields<Schema extends z.ZodObject>(
  schema: Schema,
  value: unknown,
  bad: readonly Path[],
  base: Path,
): Fields<Schema> {
  // With no error anywhere the strict schema has taken every field that is there.
  if (bad.length === 0) return { fields: fieldsOf(value), bad: NONE }
  const inside = bad.filter((path) => base.every((step, index) => path[index] === step))
  const names = new Set(inside.map((path) => String(path[base.length] ?? '')))
  // An error at the object itself leaves none of its fields.
  if (names.has('')) return { fields: {}, bad: new Set(Object.keys(schema.shape)) }
  const fields: Record<string, unknown> = {}
  for (const key of Object.keys(schema.shape)) {
    if (names.has(key) || typeof value !== 'object' || value === null) continue
    if (Object.hasOwn(value, key)) fields[key] = Reflect.get(value, key)
  }
  // What is left passed the schema of its field, which changes no values.
  return { fields: fields as Partial<z.output<Schema>>, bad: names }
}

function fieldsOf<Spec>(value: unknown): Partial<Spec> {
  return typeof value === 'object' && value !== null ? value : {}
}
