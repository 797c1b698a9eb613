/** The median of the milliseconds that `work` takes, run `rounds` times after one to warm up. */
export function medianMs(work: () => unknown, rounds = 7): number {
  return mediansMs([work], rounds)[0] ?? Number.NaN
}

/**
 * The medians of several works, measured by turns: what the machine and the collector do meanwhile
 * meets all of them.
 */
export function mediansMs(works: readonly (() => unknown)[], rounds = 7): readonly number[] {
  const times = works.map((): number[] => [])
  for (const work of works) work()
  for (let round = 0; round < rounds; round++) {
    for (const [n, work] of works.entries()) times[n]?.push(elapsedMs(work))
  }
  return times.map((some) => some.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN)
}

function elapsedMs(work: () => unknown): number {
  const start = performance.now()
  work()
  return performance.now() - start
}

/** Numbers that look random and are the same on every run (Numerical Recipes' generator). */
export function* noise(): Generator<number, never> {
  for (let state = 42; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state >>> 8
  }
}

/** A copy in an order that looks random and is the same on every run. */
export function shuffled<T>(items: readonly T[]): T[] {
  const result = [...items]
  const random = noise()
  for (let last = result.length - 1; last > 0; last--) {
    const other = random.next().value % (last + 1)
    ;[result[last], result[other]] = [result[other] as T, result[last] as T]
  }
  return result
}
