const encoder = new TextEncoder()

/** Bytes of a text as UTF-8. */
export function bytesOf(text: string): number {
  return encoder.encode(text).length
}

/**
 * The first of the items, whole and joined by line feeds, as many as fit into `limit` bytes. Where
 * some do not, `more` says how many are left out, and its line fits too. No more texts are made
 * than are needed.
 */
export function fit<T>(
  items: readonly T[],
  textOf: (item: T) => string,
  limit: number,
  more: (left: number) => string,
): string {
  const texts: string[] = []
  let total = 0
  for (const item of items) {
    const text = textOf(item)
    total += bytesOf(text) + 1
    if (total > limit) break
    texts.push(text)
  }
  if (texts.length === items.length) return texts.join('\n')
  const rest = () => more(items.length - texts.length)
  while (texts.length > 0 && bytesOf([...texts, rest()].join('\n')) > limit) texts.pop()
  return [...texts, rest()].join('\n')
}
