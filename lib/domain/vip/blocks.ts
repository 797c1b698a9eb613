/** A VIP block is a /28: sixteen addresses that begin at a multiple of sixteen (seed). */
export const blockPrefix = 28

/** The most blocks that one cluster gets (seed). */
export const blocksOfCluster = 8
