/**
 * The first character of a text that is no ASCII, as `U+0421`; undefined where there is none. It may look like another
 * one, or like nothing at all, so that only its number tells a reader.
 */
export function oddCharacter(text: string): string | undefined {
  const [odd] = /[^ -~\s]/u.exec(text) ?? []
  const code = odd?.codePointAt(0)
  return code === undefined ? undefined : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}
