import { styleFor, type Terminal } from '../../lib/adapters/terminal.ts'
import { allRules } from '../../lib/pipeline/all-rules.ts'
import { toJson } from '../../lib/summary/json.ts'
import { toJunit } from '../../lib/summary/junit.ts'
import { toMarkdown } from '../../lib/summary/markdown.ts'
import { toSarif } from '../../lib/summary/sarif.ts'
import type { Style } from '../../lib/summary/style.ts'
import type { Summary } from '../../lib/summary/summary.ts'
import { toWorkflowCommands } from '../../lib/summary/workflow-commands.ts'
import type { Format } from './format.ts'
import { ownVersion } from './package-root.ts'

const writers: Readonly<Record<Exclude<Format, 'text'>, (summary: Summary) => string>> = {
  json: ({ report }) => toJson(report),
  markdown: toMarkdown,
  github: toWorkflowCommands,
  sarif: (summary) => toSarif(summary, { version: ownVersion(), rules: allRules }),
  junit: toJunit,
}

/** Writes the summary in the wanted form; `text` makes the one for people, which differs by command. */
export function show(
  terminal: Terminal,
  { format, summary }: { readonly format: Format; readonly summary: Summary },
  text: (summary: Summary, style: Style) => string,
): void {
  if (format === 'text') terminal.out(text(summary, styleFor(terminal.colour)))
  else terminal.out(writers[format](summary))
}
