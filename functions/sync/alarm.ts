/** Something that can be rung any number of times before somebody hears it once. */
export interface Alarm {
  ring(): void
  /** Resolves once it was rung since the last `reset`. */
  readonly rung: Promise<void>
  /** What was rung before is done with. */
  reset(): void
}

export function alarm(): Alarm {
  let bell = Promise.withResolvers<void>()
  return {
    ring: () => bell.resolve(),
    get rung() {
      return bell.promise
    },
    reset() {
      bell = Promise.withResolvers<void>()
    },
  }
}
