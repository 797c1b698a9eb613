import { OutsideError } from '../../lib/adapters/outside-error.ts'
import { printable } from '../../lib/domain/printable.ts'
import type { Alarm } from '../sync/alarm.ts'
import { systemClock } from '../system-clock.ts'
import type { ExitCode, Invocation } from './command.ts'
import { stopSignal } from './stop-signal.ts'

interface Loop {
  /** Milliseconds between two rounds. */
  readonly every: number
  /** Has the next round begin before its time, also one that was rung while another was under way. */
  readonly alarm: Alarm
  readonly invocation: Invocation
  /** Tells it to whom it is to be told beside the terminal. */
  readonly failed: (error: unknown) => Promise<void>
}

/** Milliseconds between two rounds, however often the alarm is rung. */
const GAP_MS = 1_000

/** Until it is told to stop. What the world refuses is told, and tried again. */
export async function again(
  run: () => Promise<ExitCode>,
  { every, alarm, invocation, failed }: Loop,
): Promise<ExitCode> {
  let stopped = false
  void stopSignal().then(() => {
    stopped = true
    alarm.ring()
  })
  let code: ExitCode = 0
  while (!stopped) {
    alarm.reset()
    try {
      code = await run()
    } catch (error) {
      if (!(error instanceof OutsideError)) throw error
      invocation.terminal.err(`netclaim: ${printable(error.message, 2_000)}\n`)
      await failed(error)
      code = 2
    }
    const gap = Math.min(every, GAP_MS)
    if (!stopped) await systemClock.pause(gap)
    if (!stopped) await pauseUntil(alarm.rung, every - gap)
  }
  return code
}

/** Leaves no timer that would keep the process from its end. */
async function pauseUntil(rung: Promise<void>, milliseconds: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, milliseconds)
  await Promise.race([promise, rung])
  clearTimeout(timer)
}
