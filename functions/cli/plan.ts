import { diffText } from '../../lib/summary/diff-text.ts'
import { findingsText } from '../../lib/summary/findings-text.ts'
import { allocationsText } from '../../lib/summary/holdings-text.ts'
import type { Style } from '../../lib/summary/style.ts'
import type { Summary } from '../../lib/summary/summary.ts'
import { join, verdictText } from '../../lib/summary/text.ts'
import type { Command } from './command.ts'
import { formatOf } from './format.ts'
import { inputOptions } from './input-options.ts'
import { judge } from './judge.ts'
import { show } from './show.ts'

/** `netclaim plan`: what would be allocated, and the diff of the manifests. */
export const planCommand: Command = {
  usage: 'plan [--head DIR|REV] [--base DIR|REV] [--state DIR|REV] [--observed FILE|DIR]',
  about: 'Shows what would be allocated, and the diff of the manifests.',
  options: inputOptions,
  operands: { min: 0, max: 0 },
  example: 'netclaim plan --base main --head my-branch --state netclaim/state',
  async run(invocation) {
    const format = formatOf(invocation)
    const { summary, exitCode } = await judge(invocation, {
      diffs: format === 'text' || format === 'markdown',
    })
    show(invocation.terminal, { format, summary }, planText)
    return exitCode
  },
}

function planText(summary: Summary, style: Style): string {
  const { report, diffs } = summary
  return join([
    findingsText(report.findings, style),
    allocationsText(report.allocations, style),
    diffText(diffs, style),
    verdictText(summary, style),
  ])
}
