import type { Json } from '../../domain/emit.ts'

/** No kind that is imported as it is written nests deeper. */
const MAX_DEPTH = 24

/** A value of a live object as it can be written into a file; undefined where it is nested without an end, or no JSON. */
export function plainJson(value: unknown, depth = 0): Json | undefined {
  if (value === null || ['string', 'boolean'].includes(typeof value)) return value as Json
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'object' || depth === MAX_DEPTH) return undefined
  if (Array.isArray(value)) {
    const items = value.map((one) => plainJson(one, depth + 1)).filter((one) => one !== undefined)
    return items.length === value.length ? items : undefined
  }
  const entries = Object.entries(value).map(
    ([key, one]) => [key, plainJson(one, depth + 1)] as const,
  )
  return entries.some(([, one]) => one === undefined) ? undefined : Object.fromEntries(entries)
}
