import type { Finding } from '../domain/finding.ts'
import { printable } from '../domain/printable.ts'

/** Longer than any sensible message, so that only a hostile one is cut. */
const MAX_LINE = 2_000

/** What a finding says, as lines of plain text: the message, what it is about, its other spots, what helps. */
export function explained({ message, object, field, hint, related = [] }: Finding): string[] {
  const where = [object, field].filter((part) => part !== undefined)
  const text = (line: string) => printable(line, MAX_LINE)
  return [
    text(message),
    ...(where.length === 0 ? [] : [text(`in ${where.join(', ')}`)]),
    ...related.map(({ at, message: said }) => text(`${at.file}:${at.line}:${at.column}: ${said}`)),
    // A way out may be a whole file to add: its lines stay lines.
    ...(hint === undefined ? [] : `hint: ${hint}`.split('\n').map(text)),
  ]
}
