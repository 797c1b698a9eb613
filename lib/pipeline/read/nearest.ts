/** Longer words are not compared, so that a key of a stranger costs nothing. */
const longestWord = 40

/** The known word that `word` most likely means, in any letter case; undefined where none is near. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  if (word.length > longestWord) return undefined
  const small = word.toLowerCase()
  let best: string | undefined
  let least = Number.POSITIVE_INFINITY
  for (const candidate of known) {
    const far = distance(small, candidate.toLowerCase())
    if (far < least) {
      best = candidate
      least = far
    }
  }
  return least < Number.POSITIVE_INFINITY ? best : undefined
}

/** 0 where the words are the same; infinite where they are no likely mistake for each other. */
function distance(word: string, candidate: string): number {
  const edits = editsBetween(word, candidate)
  if (edits <= Math.max(1, Math.floor(candidate.length / 3))) return edits
  if (word.length < 3 || !(candidate.includes(word) || word.includes(candidate))) {
    return Number.POSITIVE_INFINITY
  }
  return edits
}

/** The Levenshtein distance. */
function editsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? a.length
}
