/** Words that some reader of YAML takes for a boolean, null or a number (`e3`, an empty mantissa). */
const WORD = /^(?:y|n|yes|no|on|off|true|false|null|e\d+)$/i
/** What may begin a plain string (2) and what may only go on with it (1), by code unit. */
const PLAIN = plainTable()
/** What a double-quoted string may not hold as it is. */
const ESCAPED = /["\\]|[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu
const NEEDS_ESCAPE = /[^ !#-[\]-~]/

const SPACE = 0x20

/** The string as it stands in canonical YAML: plain where every reader agrees, else in double quotes. */
export function stringText(text: string): string {
  if (isPlain(text) && !WORD.test(text)) return text
  if (!NEEDS_ESCAPE.test(text)) return `"${text}"`
  return `"${text.replace(ESCAPED, escape)}"`
}

/** No blank at the ends, and nothing that YAML could take for syntax or a number. */
function isPlain(text: string): boolean {
  if (PLAIN[text.charCodeAt(0)] !== 2) return false
  for (let at = 1; at < text.length; at += 1) if (!PLAIN[text.charCodeAt(at)]) return false
  return text.charCodeAt(text.length - 1) !== SPACE
}

function plainTable(): Uint8Array {
  const table = new Uint8Array(65_536)
  for (const char of '0123456789-.@+=(),; ') table[char.charCodeAt(0)] = 1
  for (const char of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_/') {
    table[char.charCodeAt(0)] = 2
  }
  return table
}

function escape(char: string): string {
  if (char === '"' || char === '\\') return '\\' + char
  if (char === '\n') return '\\n'
  if (char === '\t') return '\\t'
  const code = char.codePointAt(0) ?? 0
  if (code <= 0xff) return '\\x' + hex(code, 2)
  return code <= 0xffff ? '\\u' + hex(code, 4) : '\\U' + hex(code, 8)
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0')
}

/** YAML 1.1 wants a point and a signed exponent in a float. */
export function numberText(value: number): string {
  if (Number.isNaN(value)) return '.nan'
  if (!Number.isFinite(value)) return value < 0 ? '-.inf' : '.inf'
  if (Object.is(value, -0)) return '-0.0'
  const text = String(value)
  return text.includes('e') && !text.includes('.') ? text.replace('e', '.0e') : text
}
