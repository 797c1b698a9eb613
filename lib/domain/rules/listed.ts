import { quote } from '../claims/quote.ts'

/** At most this many names stand in a message. */
const limit = 10

/** Names in quotes with commas, `none` where there are none; of many the first ten and how many more. */
export function listed(names: readonly string[]): string {
  if (names.length === 0) return 'none'
  const shown = names.slice(0, limit).map((name) => `${quote(name)}`)
  const rest = names.length - shown.length
  return shown.join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}
