import type { Clock } from '../lib/ports/clock.ts'

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  pause: (milliseconds) =>
    new Promise((done) => {
      setTimeout(done, milliseconds)
    }),
}
