import type { Clock } from '../../lib/ports/clock.ts'

/** Now, in UTC and to the second: `2026-11-30T12:00:00Z`. */
export function instant(clock: Clock): string {
  return `${new Date(clock.now()).toISOString().slice(0, 19)}Z`
}
