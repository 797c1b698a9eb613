import { kubernetesCluster } from '../../lib/adapters/kubernetes/cluster.ts'
import { styleFor } from '../../lib/adapters/terminal.ts'
import { printable } from '../../lib/domain/printable.ts'
import { stateOf } from '../../lib/pipeline/sync/sync-run.ts'
import type { SyncOptions } from '../sync/options.ts'
import { tellFailure } from '../sync/tell-failure.ts'
import { type TellSyncedOptions, tellSynced } from '../sync/tell-synced.ts'
import { createSync, type Synced } from '../sync.ts'
import { systemClock } from '../system-clock.ts'
import { type Command, type ExitCode, type Invocation, UsageError } from './command.ts'
import { type Progress, progressOn } from './progress.ts'
import { again, type Show } from './sync-loop.ts'
import { accessOf, durationOf, syncOptions } from './sync-options.ts'
import { openSource } from './sync-source.ts'
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
    const failed = tellerOfFailures(telling, invocation)
    try {
      return await opening(invocation, async (known) => {
        const sync = createSync({ ...options, ...known })
        const tell = teller(telling && { ...telling, ...known }, invocation, progress)
        const run = async () => tell(await sync(), show)
        return every === undefined ? run() : again(run, { every, invocation, failed })
      })
    } catch (error) {
      await failed(error)
      throw error
    }
  },
}

type Known = Pick<SyncOptions, 'cluster' | 'source' | 'repository'>

/** Opens the state and the cluster, and closes them when the work is done. */
async function opening<T>(invocation: Invocation, work: (known: Known) => Promise<T>): Promise<T> {
  const opened = await openSource(invocation)
  const { source, repository } = opened
  try {
    const cluster = kubernetesCluster({ access: await accessOf(invocation), clock: systemClock })
    try {
      return await work({ cluster, source, ...(repository && { repository }) })
    } finally {
      await cluster.close()
    }
  } finally {
    opened.close()
  }
}

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
