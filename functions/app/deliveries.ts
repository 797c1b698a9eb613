import { MAX_DELIVERIES } from './limits.ts'

/** Remembers what was taken already. Forgetting is allowed: every job can be done twice. */
export interface Deliveries {
  has(id: string): boolean
  add(id: string): void
}

/** The last `limit` ids, and up to as many older ones, in the memory of this process or isolate. */
export function recentDeliveries(limit = MAX_DELIVERIES): Deliveries {
  let ids = new Set<string>()
  let older: ReadonlySet<string> = new Set()
  return {
    has: (id) => ids.has(id) || older.has(id),
    add(id) {
      ids.add(id)
      if (ids.size < limit) return
      // All at once: the first of a set costs more to find with each that was deleted before it.
      older = ids
      ids = new Set()
    },
  }
}
