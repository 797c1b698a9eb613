/** Up to three of `words` that look most like `word`, the nearest first; none that is too far off. */
export function nearest(word: string, words: readonly string[]): readonly string[] {
  const limit = Math.max(2, Math.floor(word.length / 3))
  return words
    .map((candidate) => ({ candidate, far: distance(word.slice(0, 64), candidate) }))
    .filter(({ candidate, far }) => far <= limit || (word.length > 2 && candidate.includes(word)))
    .sort((a, b) => a.far - b.far || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, 3)
    .map(({ candidate }) => candidate)
}

/** `, did you mean "a" or "b"?`, or nothing. */
export function didYouMean(word: string, words: readonly string[]): string {
  const found = nearest(word, words).map((one) => `"${one}"`)
  if (found.length === 0) return ''
  const last = found.pop()
  return `, did you mean ${found.length > 0 ? `${found.join(', ')} or ` : ''}${last}?`
}

/** How many letters to add, drop or change to make one word the other (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, n) => n)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
