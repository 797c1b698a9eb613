import { OutsideError } from '../../lib/adapters/outside-error.ts'

/** Throws `OutsideError` where a job takes longer. It may go on then: each can be done twice, and at once. */
export async function inTime(work: Promise<void>, limitMs: number): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const error = new OutsideError(`it is not done within ${Math.round(limitMs / 1_000)} seconds`, {
    system: 'queue',
    retryable: true,
  })
  const timer = setTimeout(() => reject(error), limitMs)
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
