import { findingsText } from '../../lib/summary/findings-text.ts'
import { capacityText } from '../../lib/summary/holdings-text.ts'
import type { Style } from '../../lib/summary/style.ts'
import type { Summary } from '../../lib/summary/summary.ts'
import { join, verdictText } from '../../lib/summary/text.ts'
import type { Command } from './command.ts'
import { forecastOptions, requireNoForecast, runForecast } from './forecast.ts'
import { formatOf } from './format.ts'
import { inputOptions } from './input-options.ts'
import { judge } from './judge.ts'
import { show } from './show.ts'

/** `netclaim capacity`: size, used, free and tombstoned addresses of every pool, or when it is full. */
export const capacityCommand: Command = {
  usage:
    'capacity [--head DIR|REV] [--base DIR|REV] [--state DIR|REV] [--observed FILE|DIR] | capacity --forecast [--days N] [--repo DIR] [--at TIME|REV]',
  about:
    'Shows how full every pool is: its size, what is used, free and tombstoned. With --forecast it tells when each pool is full, should it go on as in the last days: by the middle of all slopes between two moments (Theil and Sen), which a single burst does not move; the two dates in parentheses leave out a quarter of the slopes on either side. Less than 5 changes in at least 14 days is not enough to tell. The day it starts from is that of the newest commit, or --at.',
  options: { ...inputOptions, ...forecastOptions },
  operands: { min: 0, max: 0 },
  example: 'netclaim capacity --state netclaim/state --observed cluster.yaml',
  async run(invocation) {
    if (invocation.options['forecast'] === true) return runForecast(invocation)
    requireNoForecast(invocation)
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
