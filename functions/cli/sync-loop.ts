import { OutsideError } from '../../lib/adapters/outside-error.ts'
import { printable } from '../../lib/domain/printable.ts'
import type { Synced } from '../sync.ts'
import { systemClock } from '../system-clock.ts'
import type { ExitCode, Invocation } from './command.ts'
import { stopSignal } from './stop-signal.ts'

/** Tells what a run did, and gives the exit code that this means. */
export type Show = (synced: Synced) => ExitCode

interface Loop {
  readonly every: number
  readonly invocation: Invocation
  /** Tells it to whom it is to be told beside the terminal. */
  readonly failed: (error: unknown) => Promise<void>
}

/** Until it is told to stop. What the world refuses is told, and tried again. */
export async function again(
  run: () => Promise<ExitCode>,
  { every, invocation, failed }: Loop,
): Promise<ExitCode> {
  let stopped = false
  const stop = stopSignal().then(() => {
    stopped = true
  })
  let code: ExitCode = 0
  while (!stopped) {
    try {
      code = await run()
    } catch (error) {
      if (!(error instanceof OutsideError)) throw error
      invocation.terminal.err(`netclaim: ${printable(error.message, 2_000)}\n`)
      await failed(error)
      code = 2
    }
    if (!stopped) await Promise.race([stop, systemClock.pause(every)])
  }
  return code
}
