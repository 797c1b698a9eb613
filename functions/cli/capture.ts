import { styleFor } from '../../lib/adapters/terminal.ts'
import { captureJson, captureText } from '../../lib/summary/capture-text.ts'
import { findingsText } from '../../lib/summary/findings-text.ts'
import { captureHands } from '../capture.ts'
import { captureUsage } from './capture-usage.ts'
import { repoOf } from './claims-repository.ts'
import type { Command, ExitCode } from './command.ts'
import { ownVersion } from './package-root.ts'
import { progressOn } from './progress.ts'
import { readImport } from './read-import.ts'
import { isJson } from './text-or-json.ts'
import { wordOf } from './word-of.ts'

/** `netclaim capture`: what was changed by hand in a cluster as a branch for a pull request. */
export const captureCommand: Command = {
  ...captureUsage,
  async run(invocation): Promise<ExitCode> {
    const { terminal, options } = invocation
    const wantsJson = isJson(invocation, 'capture')
    const progress = progressOn(terminal, options['quiet'] === true)
    const { lists, findings } = await readImport(invocation, progress, 'capture')
    progress.step('looking what a file can say')
    const { checked, ...found } = await captureHands({
      repo: repoOf(invocation),
      branch: wordOf(invocation, 'branch'),
      lists,
      engine: ownVersion(),
      write: options['write'] === true,
    })
    progress.done()
    if (findings.length > 0) terminal.err(`${findingsText(findings)}\n`)
    const shown = { ...found, ...(checked === undefined ? {} : { check: checked }) }
    terminal.out(wantsJson ? captureJson(shown) : captureText(shown, styleFor(terminal.colour)))
    return checked?.report.verdict === 'refuse' ? 1 : 0
  },
}
