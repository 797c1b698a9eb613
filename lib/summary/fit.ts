const encoder = new TextEncoder()

/** Bytes of a text as UTF-8. */
export function bytesOf(text: string): number {
  return encoder.encode(text).length
}

/**
 * The first of the items, whole and joined by line feeds, as many as fit into `limit` bytes. Where
 * some do not, `more` says how many are left out, and its line fits too.
 */
export function fit(
  items: readonly string[],
  limit: number,
  more: (left: number) => string,
): string {
  const sizes = items.map((item) => bytesOf(item) + 1)
  if (sizes.reduce((sum, size) => sum + size, 0) <= limit) return items.join('\n')
  let room = limit - bytesOf(more(items.length)) - 1
  let taken = 0
  for (const size of sizes) {
    if (size > room) break
    room -= size
    taken += 1
  }
  return [...items.slice(0, taken), more(items.length - taken)].join('\n')
}
