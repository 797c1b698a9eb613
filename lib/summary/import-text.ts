import type { Finding } from '../domain/finding.ts'
import { printable } from '../domain/printable.ts'
import type { Compared } from '../pipeline/import/compare.ts'
import type { Imported } from '../pipeline/import/import-objects.ts'
import { findingsText } from './findings-text.ts'
import { plain, type Style } from './style.ts'
import { plural } from './summary.ts'
import { type Cell, table } from './table.ts'

/** What was imported, a line a claim and a part of the platform, and then what is left as it is, with the reasons. */
export function importText(imported: Imported, style: Style = plain): string {
  const { claims, comparison, findings } = imported
  const parts = [...comparison].filter(([of]) => !of.includes(' '))
  const rows = [
    ...parts.map(([part, objects]): readonly Cell[] => [printable(part), '', said(objects)]),
    ...claims.map(({ name, address = '' }): readonly Cell[] => [
      printable(name),
      ['bold', address],
      said(comparison.get(name)),
    ]),
  ]
  const told = findings.map(withoutObject)
  const blocks = [
    rows.length === 0 ? '' : section('Imported', table(rows, { style }), style),
    told.length === 0 ? '' : section('Left as it is', findingsText(told, style).split('\n'), style),
    totalOf(imported),
  ]
  return blocks
    .filter((block) => block !== '')
    .map((block) => `${block}\n`)
    .join('\n')
}

/** The message names it. */
function withoutObject(finding: Finding): Finding {
  const { object: _, ...rest } = finding
  return rest
}

/** What taking it over would do to what there is. */
function said(objects: readonly Compared[] = []): string {
  const fields = objects.flatMap((one) => one.fields.map(({ field }) => field))
  const made = objects.filter(({ live }) => live === 'absent').length
  const words = [
    ...(fields.length === 0
      ? []
      : [`differs in ${fields.map((one) => printable(one)).join(', ')}`]),
    ...(made === 0 ? [] : [`${plural(made, 'object')} to be made`]),
  ]
  return words.length === 0 ? 'as it would be rendered' : words.join(', ')
}

function section(title: string, lines: readonly string[], style: Style): string {
  return [style('bold', title), ...lines.map((line) => `  ${line}`)].join('\n')
}

function totalOf({ claims, findings }: Imported): string {
  const count = (severity: string) => findings.filter((one) => one.severity === severity).length
  const errors = count('error')
  if (errors > 0) return `not imported: ${plural(errors, 'error')}`
  const environments = new Set(claims.map(({ name }) => name.split(/[ /]/)[1])).size
  const left = [plural(count('warning'), 'warning'), `${count('info')} for information`].join(', ')
  return `imported: ${plural(claims.length, 'claim')} of ${plural(environments, 'environment')}; left as it is: ${left}`
}
