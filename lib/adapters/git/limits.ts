/** Bytes of one file of claims in Git; a larger one is told, unread. */
export const MAX_BLOB_BYTES = 1_048_576
/** Bytes of one file that we or a cluster wrote: facts of a large cluster are some MiB. */
export const MAX_STATE_BLOB_BYTES = 67_108_864
/** Bytes of all files of one tree, held in memory: a safety net, 64 environments at their limit. */
export const MAX_TREE_BYTES = 1_073_741_824
/** Bytes of the listing of one tree, environments beyond a limit left out: a safety net, two million files. */
export const MAX_LISTING_BYTES = 268_435_456
/** Bytes of a listing that are passed over before Git is asked again without the environments they belong to. */
export const MAX_SPARE_BYTES = 16_777_216
