import { OutsideError } from '../../lib/adapters/outside-error.ts'
import { styleFor } from '../../lib/adapters/terminal.ts'
import { printable } from '../../lib/domain/printable.ts'
import type { Rule } from '../../lib/domain/rules/rule.ts'
import { allRules } from '../../lib/pipeline/all-rules.ts'
import { migrationJson, migrationText } from '../../lib/summary/migration-text.ts'
import { rulesText, ruleText } from '../../lib/summary/rule-text.ts'
import { migration } from '../history/migration.ts'
import { type Command, type ExitCode, type Invocation, UsageError } from './command.ts'
import { historyOf, historyOptions } from './history-options.ts'
import { didYouMean } from './nearest.ts'
import { isJson } from './text-or-json.ts'

/** `netclaim explain`: the rules, one of them whole, or how far a migration is. */
export const explainCommand: Command = {
  usage: 'explain [RULE|MIGRATION] [--repo DIR] [--at TIME|REV]',
  about:
    'Tells what a rule wants, why, an example and the source. Without a rule it lists them all. Of a VipPoolMigration, by its name or as VipPoolMigration, it tells which step is taken, what stands in the way of the next one in each cluster, and what to write then.',
  options: {
    ...historyOptions,
    format: {
      type: 'string',
      placeholder: 'FORMAT',
      about: 'of a migration: text (default) or json',
    },
  },
  operands: { min: 0, max: 1 },
  example: 'netclaim explain subnet/overlap',
  run(invocation) {
    const { operands, terminal } = invocation
    const [name] = operands
    const style = styleFor(terminal.colour)
    const rule = allRules.find((one) => one.id === name)
    if (name !== undefined && rule === undefined) return explainMigration(invocation, name)
    terminal.out(rule === undefined ? rulesText(allRules, style) : ruleText(rule, style))
    return 0
  },
}

const KIND = 'VipPoolMigration'

/** What is no rule may be a migration: names of rules have a slash. */
async function explainMigration(invocation: Invocation, name: string): Promise<ExitCode> {
  const { terminal } = invocation
  const wantsJson = isJson(invocation, 'explain')
  if (name.includes('/')) throw noRule(name)
  const { progress, tip } = await progressFor(invocation, name)
  if (progress === undefined || ![KIND, progress.object].includes(fullName(name)))
    throw name === KIND ? new UsageError(`main has no ${KIND}`) : noRule(name)
  terminal.out(
    wantsJson ? migrationJson(progress, tip) : migrationText(progress, styleFor(terminal.colour)),
  )
  return 0
}

function fullName(name: string): string {
  return name === KIND ? name : `${KIND} ${name}`
}

/** Where nobody asked for a repository and none is here, the name was to be that of a rule. */
async function progressFor(invocation: Invocation, name: string) {
  try {
    const history = await historyOf(invocation)
    return { progress: await migration(history), tip: history.tip }
  } catch (error) {
    const isAsked = name === KIND || invocation.options['repo'] !== undefined
    if (!(error instanceof OutsideError) || isAsked) throw error
    throw noRule(name)
  }
}

function noRule(name: string): UsageError {
  const ids = allRules.map(({ id }: Rule) => id)
  const what = name.includes('/') ? 'rule' : `rule and no ${KIND}`
  return new UsageError(
    `there is no ${what} "${printable(name)}"${didYouMean(name, ids)}; netclaim explain lists the rules`,
  )
}
