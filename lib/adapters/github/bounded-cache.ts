import type { ObjectCache } from '../../ports/object-cache.ts'

/** Bytes that an entry costs beside its content: key, map slot, header. */
const OVERHEAD = 200

/** A cache in memory that forgets what was not used for the longest time once it holds more than `maxBytes`. */
export function boundedCache(maxBytes: number): ObjectCache {
  const kept = new Map<string, Uint8Array>()
  let bytes = 0
  return {
    get(key) {
      const content = kept.get(key)
      if (content === undefined) return undefined
      kept.delete(key)
      kept.set(key, content)
      return content
    },
    set(key, content) {
      const cost = content.length + OVERHEAD
      if (kept.has(key) || cost > maxBytes / 4) return
      kept.set(key, content)
      bytes += cost
      for (const [oldest, { length }] of kept) {
        if (bytes <= maxBytes) break
        kept.delete(oldest)
        bytes -= length + OVERHEAD
      }
    },
  }
}
