/** Failures in a row after which something is not tried any more. */
const FAILURES = 3

/** Tries what may fail, and stops trying where it only fails. */
export interface Breaker {
  /** Does it, unless the last ones of that kind all failed, or everything does. */
  try<T>(kind: string, work: () => Promise<T>): Promise<T>
}

/**
 * A kind whose webhook is out of order must not hold up the others; a cluster that is gone must not be waited for again and
 * again. `answers`: whether the cluster answers anything at all.
 */
export function breaker(answers: () => Promise<boolean>): Breaker {
  const rows = new Map<string, { count: number; last: unknown }>()
  let down: { readonly error: unknown } | undefined

  async function failed(kind: string, error: unknown): Promise<void> {
    const count = (rows.get(kind)?.count ?? 0) + 1
    rows.set(kind, { count, last: error })
    const inAll = [...rows.values()].reduce((sum, row) => sum + row.count, 0)
    if (down === undefined && inAll >= FAILURES && !(await answers())) down = { error }
  }

  return {
    async try(kind, work) {
      const row = rows.get(kind)
      if (down !== undefined) throw down.error
      if (row !== undefined && row.count >= FAILURES) throw row.last
      try {
        const result = await work()
        rows.delete(kind)
        return result
      } catch (error) {
        await failed(kind, error)
        throw error
      }
    },
  }
}
