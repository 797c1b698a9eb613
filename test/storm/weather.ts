import type { Nasty } from '../../lib/adapters/embedded-forge/nasty.ts'

/** Everything that GitHub was seen to do wrong, all at once. */
export const worst: Partial<Nasty> = {
  secondaryLimit: 0.03,
  primaryLimit: 0.02,
  failBefore: 0.04,
  failAfter: 0.04,
  reset: 0.03,
  graphqlError: 0.04,
  slow: 0.1,
  slowMs: 15,
  refLag: 2,
  commitLag: 1,
  maxTreeEntries: 5,
  clockSkewSeconds: 90,
  lostWebhook: 0.15,
  doubledWebhook: 0.15,
  lateWebhook: 0.15,
  lateMs: 100,
  reorderedWebhook: 0.15,
  reorderMs: 50,
}

/** Refusals in turn: 403 and 429, with the header and without. */
export function limitOf(turn: number): Pick<Nasty, 'limitStatus' | 'retryAfterSeconds'> {
  return {
    limitStatus: turn % 2 === 0 ? 403 : 429,
    retryAfterSeconds: turn % 4 < 2 ? undefined : 1 + (turn % 3),
  }
}
