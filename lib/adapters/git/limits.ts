/** Bytes of the listing of one tree, environments beyond a limit left out: a safety net, two million files. */
export const MAX_LISTING_BYTES = 268_435_456
/** Bytes of a listing that are passed over before Git is asked again without the environments they belong to. */
export const MAX_SPARE_BYTES = 16_777_216
/** Bytes of what Git tells of the paths in which two commits differ: half a million of them. */
export const MAX_DIFFERENCES_BYTES = 67_108_864
