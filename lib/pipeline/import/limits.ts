/** Claims of one environment that are imported: nine tenths of the documents that are read of one, so that new claims find room. */
export const MAX_IMPORTED = 4_500
/** Characters of one object of a dump, ten times what etcd takes, or of a list that is written as no program does it. */
export const MAX_PIECE = 16_777_216
