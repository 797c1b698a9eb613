import { findingsText } from './findings-text.ts'
import { allocationsText, capacityText } from './holdings-text.ts'
import { plain, type Style } from './style.ts'
import { count, plural, type Summary } from './summary.ts'
import { given, givenBack } from './title.ts'

/** What the check says, for a terminal or a log. Ends with a line feed. */
export function toText(summary: Summary, style: Style = plain): string {
  return join([
    findingsText(summary.report.findings, style),
    allocationsText(summary.report.allocations, style),
    capacityText(summary, style),
    verdictText(summary, style),
  ])
}

/** Blocks, parted by an empty line; empty blocks vanish. */
export function join(blocks: readonly string[]): string {
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}

/** The last line: `accepted: 2 claims get addresses`, `refused: 3 errors, 1 warning`. */
export function verdictText(
  summary: Pick<Summary, 'report' | 'capacityBefore'>,
  style: Style = plain,
): string {
  const { report } = summary
  const [errors, warnings] = [count(report, 'error'), count(report, 'warning')]
  const counts = [
    ...(errors > 0 ? [plural(errors, 'error')] : []),
    ...(warnings > 0 ? [plural(warnings, 'warning')] : []),
  ]
  if (report.verdict === 'refuse') return `${style('red', 'refused')}: ${counts.join(', ')}`
  const claims = new Set(given(report).map((row) => `${row.environment} ${row.claim}`)).size
  const gets = claims === 1 ? '1 claim gets an address' : `${claims} claims get addresses`
  const back = givenBack(summary)
  const said = [...(claims > 0 ? [gets] : []), ...back]
  const changes = report.changes.length
  const nothing = changes > 0 ? plural(changes, 'change') : 'nothing changes'
  const parts = [...(said.length > 0 ? said : [nothing]), ...counts].join(', ')
  return `${style(report.verdict === 'warn' ? 'yellow' : 'green', 'accepted')}: ${parts}`
}
