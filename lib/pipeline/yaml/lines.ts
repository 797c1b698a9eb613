import type { Place } from '../../domain/finding.ts'

/** Turns offsets of a text into places. */
export type Locate = (offset: number) => Place

/** Lines are counted at the first question, so a text without findings costs nothing. */
export function locateIn(file: string, text: string): Locate {
  let starts: number[] | undefined
  return (offset) => {
    starts ??= lineStarts(text)
    const at = Math.min(Math.max(offset, 0), text.length)
    const line = lineOf(starts, at)
    return { file, line: line + 1, column: at - (starts[line] ?? 0) + 1 }
  }
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

/** Index of the last start that is not after `offset`. */
function lineOf(starts: readonly number[], offset: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low
}
