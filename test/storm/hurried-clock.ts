import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../../lib/ports/clock.ts'

/** A clock that is ahead by all that was waited for, and lets others go on instead of waiting. */
export function hurriedClock(): Clock {
  let ahead = 0
  return {
    now: () => Date.now() + ahead,
    async pause(milliseconds) {
      ahead += milliseconds
      await setImmediate()
    },
  }
}
