import { same } from '../../domain/same.ts'
import type { StatusPatch } from './status-patch.ts'

/** Fields of a status that others write, where a patch does not have them. */
const OTHERS = ['binding', 'bound']

/** Whether an object's status says already what the patch says; of its conditions those alone that the patch has. */
export function isWritten(object: object | undefined, { status }: StatusPatch): boolean {
  const now: unknown = object !== undefined && 'status' in object ? object.status : undefined
  const [there, wanted] = [mapOf(now), mapOf(status)]
  const keys = new Set([...Object.keys(there), ...Object.keys(wanted)])
  return keys.values().every((key) => {
    if (key === 'conditions') return hasAll(there[key], wanted[key])
    if (wanted[key] === undefined && OTHERS.includes(key)) return true
    return same(there[key], wanted[key])
  })
}

function hasAll(there: unknown, wanted: unknown): boolean {
  if (!Array.isArray(wanted)) return true
  if (!Array.isArray(there)) return false
  return wanted.every((one) => there.some((other) => same(one, other)))
}

function mapOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
