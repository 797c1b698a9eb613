import type { Clock } from '../../lib/ports/clock.ts'
import type { Answered } from '../../lib/ports/forge.ts'

/** Milliseconds after which a check that was begun is taken for dead. */
const HUNG_MS = 10 * 60_000

/** Whether a check was begun long ago and nothing came of it. */
export function isHung({ conclusion, since }: Answered, clock: Clock): boolean {
  return conclusion === undefined && clock.now() - since > HUNG_MS
}
