import { styleFor } from '../../lib/adapters/terminal.ts'
import { captureJson, captureText } from '../../lib/summary/capture-text.ts'
import { findingsText } from '../../lib/summary/findings-text.ts'
import { captureHands } from '../capture.ts'
import { openCapturePlace } from './capture-place.ts'
import { captureUsage } from './capture-usage.ts'
import type { Command, ExitCode } from './command.ts'
import { ownVersion } from './package-root.ts'
import { progressOn } from './progress.ts'
import { readImport } from './read-import.ts'
import { isJson } from './text-or-json.ts'

/** `netclaim capture`: what was changed by hand in a cluster as a branch, and as the pull request of it. */
export const captureCommand: Command = {
  ...captureUsage,
  async run(invocation): Promise<ExitCode> {
    const { terminal, options } = invocation
    const wantsJson = isJson(invocation, 'capture')
    const progress = progressOn(terminal, options['quiet'] === true)
    const { lists, findings } = await readImport(invocation, progress, 'capture')
    progress.step('looking what a file can say')
    const { place, forge, close } = await openCapturePlace(invocation)
    const write = options['write'] === true || forge !== undefined
    const { checked, ...found } = await captureHands({
      place,
      forge,
      lists,
      engine: ownVersion(),
      write,
    }).finally(close)
    progress.done()
    if (findings.length > 0) terminal.err(`${findingsText(findings)}\n`)
    const shown = { ...found, ...(checked === undefined ? {} : { check: checked }) }
    terminal.out(wantsJson ? captureJson(shown) : captureText(shown, styleFor(terminal.colour)))
    return checked?.report.verdict === 'refuse' ? 1 : 0
  },
}
