/** Longer words are not compared, so that a key of a stranger costs nothing. */
const longestWord = 60

/**
 * Whether a word is a likely slip for a known one: other letter case or marks, or one letter too many, too few, changed or
 * swapped behind the first. Narrower than `nearest`, for places where words of others are right.
 */
export function isNear(word: string, known: string): boolean {
  if (word.length > longestWord) return false
  const [a, b] = [plain(word), plain(known)]
  return a === b || (a[0] === b[0] && isOneEdit(a, b))
}

/** Letters and digits alone, in lower case. */
export function plain(word: string): string {
  return word.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}

function isOneEdit(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start += 1
  let end = 0
  const most = Math.min(a.length, b.length) - start
  while (end < most && a.at(-1 - end) === b.at(-1 - end)) end += 1
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  if (left.length <= 1 && right.length <= 1) return true
  return left.length === 2 && left[0] === right[1] && left[1] === right[0]
}
