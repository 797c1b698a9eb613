import { printable } from '../printable.ts'

/** What of a value stands in a message, in UTF-16 units: an IPv6 range has 80. */
const longestQuote = 100

/** The text in double quotes, safe to print; a long one is cut. */
export function quote(text: string): string {
  return `"${printable(text, longestQuote)}"`
}
