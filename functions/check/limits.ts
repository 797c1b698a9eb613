/** Files of claims that one pull request may change; one that changes more is not judged and never green. */
export const MAX_CHANGED_PATHS = 20_000
/** Annotations of one check; the summary shows what stands behind. */
export const MAX_ANNOTATIONS = 200
/** Commits that main may be ahead of the state for a merge queue to be let through; more says that nobody allocates. */
export const MAX_LAG = 100
