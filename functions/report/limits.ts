/** Milliseconds without a word, after a push or at all, after which a cluster's status is an error. */
export const SILENT_MS = 3_600_000

/** How far a cluster's clock may be from ours. */
export const MAX_SKEW_MS = 5 * 60_000

/** Units of one cluster whose failures are remembered on a commit, each by a status of its own. */
export const MAX_FAILING = 20

/** Milliseconds for which a run says that the same things wait, after which they are named in a comment. */
export const STUCK_MS = 600_000
