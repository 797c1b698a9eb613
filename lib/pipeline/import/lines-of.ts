import { MAX_PIECE } from './limits.ts'

/** The lines of a text that comes in chunks, without their ends, LF or CRLF. A line longer than any piece comes in several. */
export function* linesOf(chunks: Iterable<string>): Generator<string> {
  let begun = ''
  for (const chunk of chunks) {
    let from = 0
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', from)) {
      yield withoutReturn(begun + chunk.slice(from, end))
      begun = ''
      from = end + 1
    }
    begun += chunk.slice(from)
    if (begun.length <= MAX_PIECE) continue
    yield begun
    begun = ''
  }
  if (begun !== '') yield withoutReturn(begun)
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}
