import { styleFor } from '../../lib/adapters/terminal.ts'
import { printable } from '../../lib/domain/printable.ts'
import { readQuestion } from '../../lib/pipeline/history/question.ts'
import { whoJson } from '../../lib/summary/who-json.ts'
import { whoText } from '../../lib/summary/who-text.ts'
import { claimNamed } from '../history/claim-named.ts'
import { who } from '../history/who.ts'
import { type Command, type ExitCode, UsageError } from './command.ts'
import { historyOf, historyOptions } from './history-options.ts'
import { progressOn } from './progress.ts'
import { isJson } from './text-or-json.ts'

/** `netclaim who`: who has an address, and who had it. */
export const whoCommand: Command = {
  usage: 'who ADDRESS|CIDR|CLAIM [--at TIME|REV] [--repo DIR]',
  about:
    'Tells who has an address, everything in a CIDR, or what a claim has: since which commit of main and of the state, by whose pull request, and who had it before. A CLAIM is EipClaim example/web, or example/web whatever its kind; without its environment where no other has one of that name. Only Git is asked, and only the history of the files that tell of it. Ends with 0 also where nobody has it.',
  options: {
    ...historyOptions,
    format: { type: 'string', placeholder: 'FORMAT', about: 'text (default) or json' },
    quiet: { type: 'boolean', about: 'no progress on stderr' },
  },
  operands: { min: 1, max: 2 },
  example: 'netclaim who 198.51.100.21 --at 2026-03-01',
  async run(invocation): Promise<ExitCode> {
    const { operands, options, terminal } = invocation
    const wantsJson = isJson(invocation, 'who')
    const text = operands.join(' ')
    const asked = understood(text, readQuestion(text))
    const progress = progressOn(terminal, options['quiet'] === true)
    progress.step('reading the history')
    const history = await historyOf(invocation)
    const question =
      asked.about === 'name' ? understood(text, await claimNamed(history, asked)) : asked
    const answer = await who(history, question)
    progress.done()
    terminal.out(
      wantsJson ? whoJson(answer, history.tip) : whoText(answer, styleFor(terminal.colour)),
    )
    return 0
  },
}

/** Throws `UsageError` for what only says why it is not understood. */
function understood<T extends object>(text: string, asked: T | string): T {
  if (typeof asked === 'string') throw new UsageError(`"${printable(text)}" ${asked}`)
  return asked
}
