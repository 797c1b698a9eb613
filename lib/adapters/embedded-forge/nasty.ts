/**
 * How badly the forge behaves. Chances are from 0 to 1, each call of a route drawn for itself from the seed, so that
 * the same calls have the same luck. All of it can be changed while the forge runs.
 */
export interface Nasty {
  seed: number
  /** Refusals by the secondary rate limit, with that status, and with a `retry-after` where there are seconds. */
  secondaryLimit: number
  limitStatus: 403 | 429
  retryAfterSeconds: number | undefined
  /** Refusals by the primary rate limit, and the seconds until it is reset. */
  primaryLimit: number
  resetSeconds: number
  /** 502 before anything happened. */
  failBefore: number
  /** 502 after the effect. */
  failAfter: number
  /** The connection ends in the middle of the body, after the effect. */
  reset: number
  /** Answers that come late, and by how much. */
  slow: number
  slowMs: number
  /** GraphQL: 200 with nothing but an error. */
  graphqlError: number
  /** Reads that still see the former tip of a ref that moved. */
  refLag: number
  /** Times a commit is refused as unknown (422 "No commit found for SHA") before it is seen. */
  commitLag: number
  /** Entries of a recursive tree (GitHub: 100,000); what is beyond them is left out. */
  maxTreeEntries: number
  /** By how much the forge's clock is ahead of ours. */
  clockSkewSeconds: number
  lostWebhook: number
  doubledWebhook: number
  lateWebhook: number
  lateMs: number
  /** A webhook that is sent after the one that follows it, or after that time where none does. */
  reorderedWebhook: number
  reorderMs: number
  /** Called before each call of a route is answered: to move a ref between two calls, for example. */
  onCall: ((call: Call) => void | Promise<void>) | undefined
}

/** One call of the API. */
export interface Call {
  readonly method: string
  /** `/repos/:owner/:repo/git/commits`; for GraphQL with the names of its root fields: `/graphql updateRefs`. */
  readonly route: string
  /** How many calls of this route came before. */
  readonly before: number
}

/** A forge on its best day. */
export function calm(): Nasty {
  return {
    seed: 1,
    secondaryLimit: 0,
    limitStatus: 403,
    retryAfterSeconds: undefined,
    primaryLimit: 0,
    resetSeconds: 60,
    failBefore: 0,
    failAfter: 0,
    reset: 0,
    slow: 0,
    slowMs: 0,
    graphqlError: 0,
    refLag: 0,
    commitLag: 0,
    maxTreeEntries: 100_000,
    clockSkewSeconds: 0,
    lostWebhook: 0,
    doubledWebhook: 0,
    lateWebhook: 0,
    lateMs: 0,
    reorderedWebhook: 0,
    reorderMs: 1000,
    onCall: undefined,
  }
}

/** A number from 0 to 1 that the seed and the names give. */
export function draw(seed: number, ...names: readonly (string | number)[]): number {
  // FNV-1a, and the finish of MurmurHash3 so that names that are alike give numbers that are not.
  let hash = 0x811c9dc5 ^ seed
  for (const unit of names.join('\0'))
    hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 0x1_0000_0000
}
