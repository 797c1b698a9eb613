/** Bytes of one file of claims in Git; a larger one is told, unread. */
export const MAX_BLOB_BYTES = 1_048_576
/** Bytes of one file that we or a cluster wrote: facts of a large cluster are some MiB. */
export const MAX_STATE_BLOB_BYTES = 67_108_864
/** Bytes of all files of one tree, held in memory: a safety net, 64 environments at their limit. */
export const MAX_TREE_BYTES = 1_073_741_824
