/** At most `limit` UTF-16 units, the last one an ellipsis where something is left out; never between the halves of a character. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text
  const half = text.charCodeAt(limit - 2)
  return `${text.slice(0, half >= 0xd800 && half <= 0xdbff ? limit - 2 : limit - 1)}…`
}
