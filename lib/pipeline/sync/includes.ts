import { same } from '../../domain/same.ts'

/** Is all that is wanted there? Lists must be the same length, maps may hold more. */
export function includes(live: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(live) &&
      live.length === wanted.length &&
      wanted.every((one, n) => includes(live[n], one))
    )
  }
  if (!isRecord(wanted)) return same(live, wanted)
  if (!isRecord(live)) return false
  return Object.entries(wanted).every(
    ([name, part]) => part === undefined || includes(live[name], part),
  )
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
