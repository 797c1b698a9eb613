import type { Forge } from './forge.ts'

/** Calls an hour that GitHub lets an installation make. */
const LIMIT = 5000

/** The headers by which GitHub tells of the primary rate limit, reset in so many seconds. */
export function rateLimit(
  forge: Forge,
  remaining: number,
  resetSeconds = 3600,
): readonly (readonly [string, string])[] {
  return [
    ['x-ratelimit-limit', String(LIMIT)],
    ['x-ratelimit-remaining', String(remaining)],
    ['x-ratelimit-used', String(LIMIT - remaining)],
    ['x-ratelimit-reset', String(Math.ceil(forge.now() / 1000) + resetSeconds)],
    ['x-ratelimit-resource', 'core'],
  ]
}
