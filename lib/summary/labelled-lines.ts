import { printable } from '../domain/printable.ts'
import type { Style } from './style.ts'

/** Lines that are shown: an acknowledgement names each claim that it lets go. */
const MAX_LINES = 1_000
/** Longer than any sensible line, so that only a hostile one is cut. */
const MAX_LINE = 2_000

/** `hint: …`; a text may be a whole file to add: its lines stay lines, indented so that none passes for something else. */
export function labelledLines(label: string, text: string, style: Style): readonly string[] {
  const [first = '', ...rest] = text.split('\n')
  const shown = rest.slice(0, MAX_LINES).map((line) => `    ${printable(line)}`)
  if (rest.length > MAX_LINES) shown.push(`    … (${rest.length} lines)`)
  return [`  ${style('cyan', `${label}:`)} ${printable(first, MAX_LINE)}`, ...shown]
}
