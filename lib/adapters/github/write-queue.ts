import type { Clock } from '../../ports/clock.ts'

/** Runs writes one after another, each at least `gapMs` after the one before has ended: GitHub asks for a second. */
export function writeQueue(clock: Clock, gapMs: number) {
  let last: Promise<unknown> = Promise.resolve()
  let free = 0
  return <T>(write: () => Promise<T>): Promise<T> => {
    const mine = last.then(async () => {
      const early = free - clock.now()
      if (early > 0) await clock.pause(early)
      try {
        return await write()
      } finally {
        free = clock.now() + gapMs
      }
    })
    last = mine.catch(() => undefined)
    return mine
  }
}
