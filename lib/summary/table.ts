import { plain, type Style, type Tone } from './style.ts'

/** A text, or a text and its tone. */
export type Cell = string | readonly [Tone, string]

/** How the columns stand and what they look like. */
export interface Look {
  readonly style?: Style
  /** Columns that stand on the right, counted from 0. */
  readonly right?: readonly number[]
}

/** Rows as lines whose columns are aligned, two blanks apart, no blanks at the end of a line. */
export function table(rows: readonly (readonly Cell[])[], look: Look = {}): string[] {
  const { style = plain, right = [] } = look
  const widths: number[] = []
  for (const row of rows)
    row.forEach((cell, n) => {
      widths[n] = Math.max(widths[n] ?? 0, textOf(cell).length)
    })
  return rows.map((row) => {
    const last = row.findLastIndex((cell) => textOf(cell) !== '')
    const cells = row.slice(0, last + 1).map((cell, n) => {
      const text = typeof cell === 'string' ? cell : style(...cell)
      const blanks = ' '.repeat((widths[n] ?? 0) - textOf(cell).length)
      if (right.includes(n)) return blanks + text
      return n === last ? text : text + blanks
    })
    return cells.join('  ')
  })
}

function textOf(cell: Cell): string {
  return typeof cell === 'string' ? cell : cell[1]
}
