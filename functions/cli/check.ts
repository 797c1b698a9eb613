import { toText } from '../../lib/summary/text.ts'
import type { Command } from './command.ts'
import { formatOf } from './format.ts'
import { inputOptions } from './input-options.ts'
import { judge } from './judge.ts'
import { show } from './show.ts'

/** `netclaim check`: findings, allocations and capacity of a change. */
export const checkCommand: Command = {
  usage: 'check [--head DIR|REV] [--base DIR|REV] [--state DIR|REV] [--observed FILE|DIR]',
  about:
    'Judges a change: what its claims get, what they collide with, how full every pool then is.',
  options: inputOptions,
  operands: { min: 0, max: 0 },
  example: 'netclaim check --base main --head . --observed cluster.yaml',
  async run(invocation) {
    const format = formatOf(invocation)
    const { summary, exitCode } = await judge(invocation, { diffs: format === 'markdown' })
    show(invocation.terminal, { format, summary }, toText)
    return exitCode
  },
}
