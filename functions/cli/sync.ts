import { styleFor } from '../../lib/adapters/terminal.ts'
import { printable } from '../../lib/domain/printable.ts'
import { stateOf } from '../../lib/pipeline/sync/sync-run.ts'
import { tellFailure } from '../sync/tell-failure.ts'
import { type TellSyncedOptions, tellSynced } from '../sync/tell-synced.ts'
import { createSync, type Synced } from '../sync.ts'
import { type Command, type ExitCode, type Invocation, UsageError } from './command.ts'
import { type Progress, progressOn } from './progress.ts'
import { listeningOf } from './sync-listen.ts'
import { again } from './sync-loop.ts'
import { opening } from './sync-opening.ts'
import { durationOf, syncOptions } from './sync-options.ts'
import { tellingOf } from './sync-telling.ts'
import { syncUsage } from './sync-usage.ts'
import { syncedJson, syncedText } from './synced.ts'

/** `netclaim sync`: the cluster side, once or again and again. */
export const syncCommand: Command = {
  ...syncUsage,
  async run(invocation) {
    const every = durationOf(invocation, 'every')
    if (every !== undefined && invocation.options['once'] === true)
      throw new UsageError('--once and --every exclude each other')
    const progress = progressOn(invocation.terminal, invocation.options['quiet'] === true)
    const show = showOf(invocation, progress)
    const options = syncOptions(invocation, progress)
    const telling = tellingOf(invocation)
    const listening = listeningOf(invocation)
    const failed = tellerOfFailures(telling, invocation)
    try {
      return await opening(invocation, listening, async ({ alarm, ...known }) => {
        const sync = createSync({ ...options, ...known })
        const tell = teller(telling && { ...telling, ...known }, invocation, progress)
        const run = async () => tell(await sync(), show)
        return every === undefined ? run() : again(run, { every, alarm, invocation, failed })
      })
    } catch (error) {
      await failed(error)
      throw error
    }
  },
}

/** Tells what a run did, and gives the exit code that this means. */
type Show = (synced: Synced) => ExitCode

function showOf(invocation: Invocation, progress: Progress): Show {
  const { options, terminal } = invocation
  const format = options['format'] ?? 'text'
  if (format !== 'text' && format !== 'json')
    throw new UsageError('sync has the formats text and json only')
  const quiet = options['quiet'] === true
  const style = styleFor(terminal.colour)
  return ({ run }) => {
    progress.done()
    terminal.out(format === 'json' ? syncedJson(run) : syncedText(run, { quiet, style }))
    return stateOf(run) === 'failure' ? 1 : 0
  }
}

/** Shows a run, and tells it to whom it is to be told; what could not be told is an outside failure. */
function teller(
  options: TellSyncedOptions | undefined,
  { terminal }: Invocation,
  progress: Progress,
): (synced: Synced, show: Show) => Promise<ExitCode> {
  return async (synced, show) => {
    const code = show(synced)
    if (options === undefined) return code
    const { problems } = await tellSynced(synced, {
      ...options,
      progress: (doing) => progress.step(doing),
    })
    progress.done()
    for (const problem of problems) terminal.err(`netclaim: ${printable(problem, 2_000)}\n`)
    return code === 0 && problems.length > 0 ? 2 : code
  }
}

/** Tells that there was no run; of what was typed wrongly the terminal alone is told. */
function tellerOfFailures(
  telling: Parameters<typeof tellFailure>[1] | undefined,
  { terminal }: Invocation,
): (error: unknown) => Promise<void> {
  return async (error) => {
    if (telling === undefined || error instanceof UsageError) return
    const problem = await tellFailure(error, telling)
    if (problem !== undefined) terminal.err(`netclaim: ${printable(problem, 2_000)}\n`)
  }
}
