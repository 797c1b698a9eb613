/** How often a job is tried, the first time included. The sweep finds what was given up. */
export const MAX_ATTEMPTS = 8

const FIRST_MS = 2_000
const LONGEST_MS = 10 * 60_000

/** Nobody is believed who asks for more than an hour, the longest that GitHub's limits last. */
const MOST_ASKED_MS = 60 * 60_000

/**
 * How long to wait after so many failures: doubled each time, cut by up to half by `random` (0 to 1) so that those who
 * failed together do not come back together, and no less than the outside asked for.
 */
export function retryDelayMs(
  failures: number,
  askedSeconds: number | undefined,
  random: number,
): number {
  const grown = Math.min(LONGEST_MS, FIRST_MS * 2 ** failures)
  const asked = Math.min(MOST_ASKED_MS, (askedSeconds ?? 0) * 1_000)
  return Math.round(asked + grown * (1 - random / 2))
}
