/** What a spreadsheet takes for the beginning of a formula (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r]/

/** One line of CSV (RFC 4180) with a line feed at its end, of which no cell is a formula anywhere. */
export function csvLine(cells: readonly (string | undefined)[]): string {
  return `${cells.map(cellOf).join(',')}\n`
}

function cellOf(value = ''): string {
  const text = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
