import { OutsideError } from '../lib/adapters/outside-error.ts'
import type { Clock } from '../lib/ports/clock.ts'
import type { Repository } from '../lib/ports/repository.ts'

/** A forge tells of a commit some seconds before all of its servers have it (palantir/policy-bot#47). */
const WAITS_MS = [1_000, 2_000, 4_000, 8_000]

/** Looks up to five times within 15 seconds until it is so; false: it never was. */
export async function eventually(clock: Clock, look: () => Promise<boolean>): Promise<boolean> {
  for (const wait of WAITS_MS) {
    if (await look()) return true
    await clock.pause(wait)
  }
  return look()
}

/** Whether the repository has a commit. Throws `OutsideError` where it cannot be asked. */
export async function hasCommit(repository: Repository, id: string): Promise<boolean> {
  try {
    await repository.commit(id)
    return true
  } catch (error) {
    if (error instanceof OutsideError && !error.retryable) return false
    throw error
  }
}
