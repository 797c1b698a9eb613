/** Lets at most `width` works run at a time; the others wait, first come, first served. */
export function turns(width: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let head = 0
  let free = width

  function release(): void {
    const next = waiting[head]
    if (next === undefined) {
      free += 1
      return
    }
    head += 1
    // What was served goes now and then, not each time: a long queue would be moved for each of its works.
    if (head >= 1024 || head === waiting.length) {
      waiting.splice(0, head)
      head = 0
    }
    next()
  }

  return async (work) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      release()
    }
  }
}
