import { styleFor } from '../../lib/adapters/terminal.ts'
import { stuckJson, stuckText } from '../../lib/summary/stuck-text.ts'
import { stuck } from '../history/stuck.ts'
import type { Command, ExitCode } from './command.ts'
import { historyOf, historyOptions } from './history-options.ts'
import { ownVersion } from './package-root.ts'
import { progressOn } from './progress.ts'
import { isJson } from './text-or-json.ts'

/** `netclaim stuck`: what waits, for what, and what to do next. */
export const stuckCommand: Command = {
  usage: 'stuck [--repo DIR] [--at TIME|REV]',
  about:
    'Lists what does not go on: releases that are not over, claims that wait or are rejected, claims that break a rule and are kept, what a brake holds back, what cannot be read and is frozen, objects that the cluster does not have, or that a person holds as they are, reservations whose last day is over, commits that are not planned. Each with what it waits for, since which commit, and the next command or the file to write. Ends with 1 when there is anything, with 0 when there is nothing.',
  options: {
    ...historyOptions,
    format: { type: 'string', placeholder: 'FORMAT', about: 'text (default) or json' },
    quiet: { type: 'boolean', about: 'no progress on stderr' },
  },
  operands: { min: 0, max: 0 },
  example: 'netclaim stuck --repo claims',
  async run(invocation): Promise<ExitCode> {
    const { options, terminal } = invocation
    const wantsJson = isJson(invocation, 'stuck')
    const progress = progressOn(terminal, options['quiet'] === true)
    progress.step('reading the history')
    const history = await historyOf(invocation)
    const found = await stuck(history, ownVersion())
    progress.done()
    terminal.out(
      wantsJson ? stuckJson(found, history.tip) : stuckText(found, styleFor(terminal.colour)),
    )
    return found.length > 0 ? 1 : 0
  },
}
