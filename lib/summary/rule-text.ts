import type { Rule } from '../domain/rules/rule.ts'
import type { Style } from './style.ts'
import { table } from './table.ts'

/** All rules, a line each. */
export function rulesText(rules: readonly Rule[], style: Style): string {
  const sorted = rules.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const rows = sorted.map(({ id, severity, wants }) => [id, severity, wants])
  return `${table(rows, { style }).join('\n')}\n`
}

/** One rule whole. */
export function ruleText(
  { id, severity, wants, why, example, source }: Rule,
  style: Style,
): string {
  const indented = example
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => `    ${line}`)
  return `${style('bold', id)} (${severity})

  ${wants}
  ${why}

  ${style('dim', 'What breaks it')}
${indented.join('\n')}

  ${style('dim', 'Source')}
    ${source}
`
}
