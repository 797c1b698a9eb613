/**
 * Control, format (bidi, zero width, BOM), private and unassigned characters, lone surrogates and
 * every blank but the plain space: what a terminal could obey or a reader could not see.
 */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu

/**
 * The text with everything unseen written as `\u{..}`, safe for a terminal and a log.
 * Longer than `limit` UTF-16 units, it is cut and ends with its full length.
 */
export function printable(text: string, limit = 200): string {
  if (text.length <= limit) return escapeHidden(text)
  const last = text.charCodeAt(limit - 1)
  const cut = last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit
  return `${escapeHidden(text.slice(0, cut))}… (${text.length} characters)`
}

function escapeHidden(text: string): string {
  // Nearly every text is plain ASCII, where this look is all it takes.
  if (/^[ -~]*$/.test(text)) return text
  return text.replace(HIDDEN, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`)
}
