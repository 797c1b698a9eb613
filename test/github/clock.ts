import type { Clock } from '../../lib/ports/clock.ts'

/** A clock that moves only when somebody waits, and keeps what was waited. */
export function handClock(): Clock & { readonly pauses: readonly number[] } {
  const pauses: number[] = []
  let now = 1_700_000_000_000
  return {
    pauses,
    now: () => now,
    async pause(milliseconds) {
      pauses.push(milliseconds)
      now += milliseconds
    },
  }
}
