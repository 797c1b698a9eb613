import { styleFor, type Terminal } from '../../lib/adapters/terminal.ts'
import { toJson } from '../../lib/summary/json.ts'
import { toMarkdown } from '../../lib/summary/markdown.ts'
import type { Style } from '../../lib/summary/style.ts'
import type { Summary } from '../../lib/summary/summary.ts'
import type { Format } from './format.ts'

/** Writes the summary in the wanted form; `text` makes the one for people, which differs by command. */
export function show(
  terminal: Terminal,
  { format, summary }: { readonly format: Format; readonly summary: Summary },
  text: (summary: Summary, style: Style) => string,
): void {
  if (format === 'json') terminal.out(toJson(summary.report))
  else if (format === 'markdown') terminal.out(toMarkdown(summary))
  else terminal.out(text(summary, styleFor(terminal.colour)))
}
