import { valueAt } from '../../domain/value-at.ts'
import type { Edit } from './edit-document.ts'

/** A document with the value of an edit in it. */
export function withValue(value: unknown, { path, value: wanted }: Edit): unknown {
  const whole = structuredClone(value)
  let node = whole
  for (const step of path.slice(0, -1)) node = (node as Record<string | number, unknown>)[step]
  const last = path.at(-1)
  if (last !== undefined) (node as Record<string | number, unknown>)[last] = wanted
  return whole
}

/** Documents in which entries of the edited list that say the same are the same. */
export function meant(values: readonly unknown[] | undefined, index: number, edit: Edit): unknown {
  return values?.map((value, n) => {
    if (n !== index || typeof edit.value !== 'object') return value
    const list = valueAt(value, edit.path)
    if (!Array.isArray(list)) return value
    return withValue(value, { ...edit, value: list.map((one) => edit.meaning(String(one))) })
  })
}
