// Beside those of `forge-differences.ts`.

/** Annotations that a comment on Gitea lists; what is left out is counted. */
export const MAX_ANNOTATIONS = 200
/** Things on one page of Gitea's: its default of `MAX_RESPONSE_ITEMS`. */
export const PAGE_ITEMS = 50
/** Pages that are read of one list of Gitea's. */
export const MAX_PAGES = 200
/** Bytes of one answer of Gitea's: comments come unpaged, and a stranger may write many. */
export const MAX_ANSWER_BYTES = 67_108_864
/** Requests to Gitea under way at once. */
export const PARALLEL = 4
