import { findingsText } from '../../lib/summary/findings-text.ts'
import { capacityText } from '../../lib/summary/holdings-text.ts'
import type { Style } from '../../lib/summary/style.ts'
import type { Summary } from '../../lib/summary/summary.ts'
import { join, verdictText } from '../../lib/summary/text.ts'
import type { Command } from './command.ts'
import { formatOf } from './format.ts'
import { inputOptions } from './input-options.ts'
import { judge } from './judge.ts'
import { show } from './show.ts'

/** `netclaim capacity`: size, used, free and tombstoned addresses of every pool. */
export const capacityCommand: Command = {
  usage: 'capacity [--head DIR|REV] [--base DIR|REV] [--state DIR|REV] [--observed FILE|DIR]',
  about: 'Shows how full every pool is: its size, what is used, free and tombstoned.',
  options: inputOptions,
  operands: { min: 0, max: 0 },
  example: 'netclaim capacity --state netclaim/state --observed cluster.yaml',
  async run(invocation) {
    const format = formatOf(invocation)
    const { summary, exitCode } = await judge(invocation)
    show(invocation.terminal, { format, summary }, capacityOnly)
    return exitCode
  },
}

/** Findings only where they refuse: then the numbers are those of what is left. */
function capacityOnly(summary: Summary, style: Style): string {
  const errors = summary.report.findings.filter(({ severity }) => severity === 'error')
  return join([
    findingsText(errors, style),
    capacityText(summary, style) || 'no pools',
    ...(errors.length > 0 ? [verdictText(summary, style)] : []),
  ])
}
