/** Are two plain JSON values the same, whatever the order of their keys? An absent key equals an undefined one. */
export function same(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false
    return a.every((item, n) => same(item, b[n]))
  }
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>]
  return new Set([...Object.keys(left), ...Object.keys(right)])
    .values()
    .every((key) => same(left[key], right[key]))
}
