import type { Scalar } from 'yaml'

/** A value as YAML in the quotes that its neighbours have, where it may be written so. */
export function quotedLike(value: string | number, type?: Scalar.Type | null): string {
  if (typeof value === 'number') return String(value)
  // An IPv6 address is a map, or a number to base 60, to some readers.
  if (type === 'PLAIN' && /^[\da-z][\d.\-/a-z]*$/.test(value) && !/^[\d.]*$/.test(value))
    return value
  if (type === 'PLAIN' && /^\d+(?:\.\d+){3}$/.test(value)) return value
  if (type === 'QUOTE_SINGLE') return `'${value.replaceAll("'", "''")}'`
  return JSON.stringify(value)
}

/** The end of the line on which a value ends; undefined where more than a comment follows on it. */
export function lineEnd(text: string, offset: number): number | undefined {
  const found = text.indexOf('\n', offset)
  const end = found < 0 ? text.length : found
  return /^[ \t]*(?:[ \t]#[^\n]*)?\r?$/.test(text.slice(offset, end)) ? end : undefined
}
