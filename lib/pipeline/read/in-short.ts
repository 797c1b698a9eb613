import { quote } from '../../domain/claims/quote.ts'

/** So many parts of a list or map are shown. */
const SHOWN = 3

/** A list or map as it could stand on one line: its first parts, and of what is nested only that it is. */
export function inShort(value: object): string {
  if (Array.isArray(value)) return `[${shownOf(value.map(leaf))}]`
  return `{${shownOf(Object.entries(value).map(([key, part]) => `${quote(key)}: ${leaf(part)}`))}}`
}

function shownOf(parts: readonly string[]): string {
  const more = parts.length > SHOWN ? ['…'] : []
  return [...parts.slice(0, SHOWN), ...more].join(', ')
}

function leaf(value: unknown): string {
  if (typeof value === 'string') return quote(value)
  if (Array.isArray(value)) return value.length === 0 ? '[]' : '[…]'
  if (typeof value === 'object' && value !== null) {
    return Object.keys(value).length === 0 ? '{}' : '{…}'
  }
  return String(value)
}
