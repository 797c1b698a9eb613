import { setTimeout } from 'node:timers/promises'
import type { Clock } from '../../lib/ports/clock.ts'

/** Time as it is: a real server needs it. */
export const realClock: Clock = {
  now: () => Date.now(),
  async pause(milliseconds) {
    await setTimeout(milliseconds)
  },
}
