/** Words that some schema of YAML reads as anything but text. */
const WORD = /^(?:y|n|yes|no|on|off|true|false|null)$/i
/** Two dots among digits (`10.0.0.1-10.0.0.9`) or two colons in a row: no number, no date. */
const ADDRESS = /^(?:\d+\.\d+\.|[\da-fA-F:]*::)/
const DECIMAL = /^(?:0|[1-9]\d{0,14})$/

/** Longest word of `WORD`, and how its words begin. */
const LONGEST_WORD = 5
const BEGINS_WORD = 'ynotfYNOTF'

/**
 * The value of a plain scalar that begins with a letter, a digit, `_` or `/`, where every schema
 * of YAML agrees on it; undefined otherwise. `String(value)` is the scalar as written.
 */
export function plainValue(text: string): string | number | boolean | undefined {
  const first = text.charCodeAt(0)
  if (first >= 0x30 && first <= 0x39) {
    if (ADDRESS.test(text)) return text
    return DECIMAL.test(text) ? Number(text) : undefined
  }
  if (text.length > LONGEST_WORD || !BEGINS_WORD.includes(text.charAt(0))) return text
  if (!WORD.test(text)) return text
  if (text === 'true') return true
  return text === 'false' ? false : undefined
}
