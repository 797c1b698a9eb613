const encoder = new TextEncoder()

/** Bytes that a text takes as UTF-8. */
export function byteLength(text: string): number {
  return encoder.encode(text).length
}

/** The text in at most `maxBytes` bytes of UTF-8; what is cut ends with `…`, never within a character. */
export function cutBytes(text: string, maxBytes: number): string {
  if (text.length * 3 <= maxBytes || byteLength(text) <= maxBytes) return text
  const bytes = encoder.encode(text).subarray(0, maxBytes - 3)
  let end = bytes.length
  // The last bytes may be the beginning of a character only.
  while (end > 0 && ((bytes[end - 1] ?? 0) & 0xc0) === 0x80) end--
  const lead = bytes[end - 1] ?? 0
  const length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
  const isWhole = end - 1 + length <= bytes.length
  return `${new TextDecoder().decode(bytes.subarray(0, isWhole ? end - 1 + length : end - 1))}…`
}

/** The text in at most `most` characters (code points); what is cut ends with `…`. */
export function cutCharacters(text: string, most: number): string {
  if (text.length <= most) return text
  const characters = Array.from(text)
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`
}
