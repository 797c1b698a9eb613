/** Levels that a manifest may have: far more than any kind, far less than a stack. */
const MAX_DEPTH = 500
/**
 * What YAML 1.1 does not take as it stands between quotes, or folds as the end of a line: the API reads what is applied
 * as YAML. JSON.stringify leaves these as they are.
 */
const ODD = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g

/**
 * The JSON of a manifest, which says the same to a reader of YAML. Undefined where JSON cannot say it (NaN, an infinite
 * number, half a character): it would become something else on the way without a word.
 */
export function wireText(manifest: unknown): string | undefined {
  if (!isSayable(manifest, MAX_DEPTH)) return undefined
  return JSON.stringify(manifest).replace(
    ODD,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function isSayable(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object') return typeof value === 'boolean'
  if (value === null) return true
  if (depth === 0) return false
  if (Array.isArray(value)) return value.every((item) => isSayable(item, depth - 1))
  return Object.entries(value).every(
    ([key, item]) => key.isWellFormed() && (item === undefined || isSayable(item, depth - 1)),
  )
}
