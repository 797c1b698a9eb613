import { MAX_DELIVERIES } from './limits.ts'

/** Remembers what was taken already. Forgetting is allowed: every job can be done twice. */
export interface Deliveries {
  has(id: string): Promise<boolean>
  add(id: string): Promise<void>
}

/** The last `limit` ids, in the memory of this process or isolate. */
export function recentDeliveries(limit = MAX_DELIVERIES): Deliveries {
  const ids = new Set<string>()
  return {
    has: async (id) => ids.has(id),
    async add(id) {
      ids.add(id)
      const [oldest] = ids
      if (ids.size > limit && oldest !== undefined) ids.delete(oldest)
    },
  }
}
