/** A value of JSON as CEL has it in the API server: whole numbers are integers, maps are `Map`s. */
export function toCelValue(value: unknown): unknown {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value
  if (Array.isArray(value)) return value.map(toCelValue)
  if (typeof value !== 'object' || value === null) return value === undefined ? null : value
  const entries = Object.entries(value).filter(([, one]) => one !== undefined)
  return new Map(entries.map(([key, one]) => [key, toCelValue(one)]))
}
