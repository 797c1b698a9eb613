/** What a terminal could obey or a reader could not see, as `printable` has it. */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu

/**
 * A value as JSON with a line feed at the end. What is undefined is left out. Characters that do not show stand as
 * `\u` escapes: the values are exact, the bytes harmless.
 */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2).replace(HIDDEN, escape)}\n`
}

/** Line feeds are JSON's own layout; all others stand inside strings. */
function escape(character: string): string {
  if (character === '\n') return character
  let text = ''
  for (let n = 0; n < character.length; n++)
    text += `\\u${character.charCodeAt(n).toString(16).padStart(4, '0')}`
  return text
}
