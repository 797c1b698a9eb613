import { styleFor } from '../../lib/adapters/terminal.ts'
import { printable } from '../../lib/domain/printable.ts'
import type { Rule } from '../../lib/domain/rules/rule.ts'
import { allRules } from '../../lib/pipeline/all-rules.ts'
import type { Style } from '../../lib/summary/style.ts'
import { table } from '../../lib/summary/table.ts'
import { type Command, UsageError } from './command.ts'
import { didYouMean } from './nearest.ts'

/** `netclaim explain`: the rules, or one of them whole. */
export const explainCommand: Command = {
  usage: 'explain [RULE]',
  about:
    'Tells what a rule wants, why, an example and the source. Without a rule it lists them all.',
  options: {},
  operands: { min: 0, max: 1 },
  example: 'netclaim explain subnet/overlap',
  run({ operands: [id], terminal }) {
    const style = styleFor(terminal.colour)
    if (id === undefined) terminal.out(listText(style))
    else terminal.out(ruleText(findRule(id), style))
    return 0
  },
}

function findRule(id: string): Rule {
  const rule = allRules.find((one) => one.id === id)
  if (rule !== undefined) return rule
  const ids = allRules.map((one) => one.id)
  throw new UsageError(
    `there is no rule "${printable(id)}"${didYouMean(id, ids)}; netclaim explain lists them all`,
  )
}

function listText(style: Style): string {
  const rules = allRules.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const rows = rules.map(({ id, severity, wants }) => [id, severity, wants])
  return `${table(rows, { style }).join('\n')}\n`
}

function ruleText({ id, severity, wants, why, example, source }: Rule, style: Style): string {
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
